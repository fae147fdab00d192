import type { Texts } from '../codes.ts'

/** Refusals about the evaluation of the tenderer. */
export const evaluationRefusals = {
  'evaluation-not-offered': {
    zh: '本标段不进行招标人评价！',
    en: 'The tenderer is not evaluated in this section.',
  },
  'already-evaluated': { zh: '该项目已参与评价！', en: 'You have evaluated this project already!' },
  'evaluation-list-failed': {
    zh: '查询未评价的项目接口失败！',
    en: 'The evaluation system did not say which projects are not evaluated yet!',
  },
  'evaluation-page-failed': {
    zh: '获取评价界面地址失败！',
    en: 'The evaluation system did not give the address of its page!',
  },
} as const satisfies Texts
