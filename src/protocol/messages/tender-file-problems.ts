import type { TenderFileProblem } from '../tender-file/read.ts'
import type { Language } from './codes.ts'

type Problem = TenderFileProblem['problem'] | 'not-a-pdf'

/** What is wrong with a tender file; `{detail}` names the entry or the field. */
export const tenderFileProblems: Readonly<Record<Language, Readonly<Record<Problem, string>>>> = {
  'zh-CN': {
    'not-a-container': '招标文件内容不正确：文件已损坏，或不是招标文件',
    'not-a-pdf': '招标文件内容不正确：不是PDF文件',
    'foreign-entry': '招标文件内容不正确：含有不允许的内容（{detail}）',
    'bad-name': '招标文件内容不正确：文件名不符合要求（{detail}）',
    'repeated-entry': '招标文件内容不正确：文件名重复（{detail}）',
    'too-many-entries': '招标文件内容不正确：附件过多',
    'too-large': '招标文件内容不正确：内容过大（{detail}）',
    'no-manifest': '招标文件内容不正确：缺少清单',
    'bad-manifest': '招标文件内容不正确：清单有误（{detail}）',
    'attachments-differ': '招标文件内容不正确：附件与清单不一致',
  },
  en: {
    'not-a-container': 'The tender file is not in due form: it is damaged, or is not a tender file.',
    'not-a-pdf': 'The tender file is not in due form: it is not a PDF.',
    'foreign-entry': 'The tender file is not in due form: it holds what it may not hold ({detail}).',
    'bad-name': 'The tender file is not in due form: a file name is not allowed ({detail}).',
    'repeated-entry': 'The tender file is not in due form: a file name repeats ({detail}).',
    'too-many-entries': 'The tender file is not in due form: too many attachments.',
    'too-large': 'The tender file is not in due form: it is too large inside ({detail}).',
    'no-manifest': 'The tender file is not in due form: it has no manifest.',
    'bad-manifest': 'The tender file is not in due form: its manifest is wrong ({detail}).',
    'attachments-differ':
      'The tender file is not in due form: its attachments are not those of its manifest.',
  },
}
