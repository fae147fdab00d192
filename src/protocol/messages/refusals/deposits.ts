import type { Texts } from '../codes.ts'

/** Refusals about deposits and the opener's files. */
export const depositsRefusals = {
  'no-deposit': { zh: '该标段无需缴纳投标保证金！', en: 'Bidders pay no deposit in this section.' },
  'editing-locked': { zh: '开标已结束，不能编辑！', en: 'Opening has ended, cannot edit' },
  'deposit-text-too-long': {
    zh: '内容不能超过{maximum}个字！',
    en: 'The text must not be longer than {maximum} characters!',
  },
  'edit-unreadable': {
    zh: '修改失败！编辑内容无法读取',
    en: 'The change failed! Its rows cannot be read.',
  },
  'opening-files-too-many': {
    zh: '最多上传{maximum}个文件！',
    en: 'At most {maximum} files can be uploaded!',
  },
  'unknown-opening-file': {
    zh: '删除失败，文件不存在',
    en: 'Deleting failed: there is no such file.',
  },
} as const satisfies Texts
