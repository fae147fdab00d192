import type { Texts } from '../codes.ts'

/** Refusals about submitting bids. */
export const submissionRefusals = {
  'already-enrolled': { zh: '该投标人已登记！', en: 'This bidder is already enrolled.' },
  'submission-closed': {
    zh: '投标截止时间已到，不能再提交投标文件！',
    en: 'The deadline has passed; bids can no longer be submitted.',
  },
  'unknown-file': {
    zh: '该投标文件不存在或已被替换！',
    en: 'This bid file does not exist or has been replaced.',
  },
  'bid-file-not-asked': {
    zh: '本标段不接收该类投标文件！',
    en: 'This section takes no bid file of this kind.',
  },
  'submissions-too-many': {
    zh: '同一标段内同类投标文件最多提交{maximum}次！',
    en: 'A bidder submits at most {maximum} files of one kind in a section.',
  },
  'malformed-certificate': {
    zh: '证书格式不正确或已过期！',
    en: 'The certificate is not well formed or not valid now.',
  },
  'manifest-invalid': {
    zh: '投标文件清单签名无效！',
    en: 'The signature of the bid’s manifest is not valid.',
  },
  'manifest-too-long': {
    zh: '投标文件清单过长，除证书外最多{maximum}个字符！',
    en: 'The bid’s manifest is too long: at most {maximum} characters besides its certificate.',
  },
  'manifest-not-canonical': {
    zh: '投标文件清单不是规范格式，请使用符合要求的投标工具重新生成！',
    en: 'The bid’s manifest is not in canonical form; please make it again with a tool that writes it so.',
  },
  'bid-not-encrypted': {
    zh: '本标段的投标文件必须加密，请重新密封！',
    en: 'The bid files of this section have to be encrypted; please seal the file again.',
  },
  'manifest-mismatch': { zh: '投标文件与清单不一致！', en: 'The bid file does not match its manifest.' },
  'bid-file-suffix': {
    zh: '此类投标文件只支持{suffixes}格式！',
    en: 'Bid files of this kind are {suffixes} only.',
  },
} as const satisfies Texts
