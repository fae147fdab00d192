import type { Texts } from '../codes.ts'

/** Refusals of step 2, and how the opening of a file failed. */
export const decryptionRefusals = {
  'enter-opening-first': {
    zh: '请先进入投标文件开启环节',
    en: 'Please enter the bid file opening step first',
  },
  'decryption-not-issued': {
    zh: '开标人未下达解密指令，请稍候...',
    en: 'The opener has not issued the decryption command, please wait...',
  },
  'bids-not-encrypted': {
    zh: '本标段的投标文件未加密，由系统自动导入，无需解密！',
    en: 'The bid files of this section are not encrypted: the hall imports them by itself, nothing is decrypted.',
  },
  'decryption-already-issued': {
    zh: '解密指令已下达！',
    en: 'The decryption command has already been issued.',
  },
  'decryption-limit-missing': { zh: '请输入解密时限', en: 'Please enter the decryption time limit' },
  'decryption-limit-not-positive-integer': { zh: '请输入正整数', en: 'Please enter a positive integer' },
  'decryption-limit-too-short': {
    zh: '解密时间不得少于{minimum}分钟！',
    en: 'The decryption time must not be less than {minimum} minutes!',
  },
  'extension-missing': { zh: '请输入延长时间', en: 'Please enter by how many minutes' },
  'no-bids': {
    zh: '没有投标文件，无法下达解密指令！',
    en: 'There are no bids, so decryption cannot be ordered.',
  },
  'decryption-closed': { zh: '解密时间已结束！', en: 'The decryption time is over.' },
  'decryption-still-open': { zh: '解密时间尚未结束！', en: 'The decryption time is not over yet.' },
  'nothing-to-reopen': {
    zh: '没有因开标大厅原因未能解密的投标文件！',
    en: 'No bid file failed through a fault of the hall.',
  },
  'reopening-reason-missing': {
    zh: '请填写重新开放解密的原因',
    en: 'Please enter why decryption is opened again',
  },
  'reopening-too-late': {
    zh: '唱标已开始，不能重新开放解密！',
    en: 'The announcement has begun: decryption can no longer be opened again.',
  },
  'bid-excluded': {
    zh: '贵单位的投标在第一信封中未开启或为无效标，不进入第二信封，该文件保持密封！',
    en: 'Your bid was not opened or is invalid in the first envelope, so this file stays sealed.',
  },
  'bid-incomplete': {
    zh: '下达解密指令时贵单位的投标文件递交不齐全，全部文件均不开启！',
    en: 'Your bid was incomplete at the decryption command, so none of its files is opened.',
  },
  'already-decrypted': { zh: '投标文件已解密！', en: 'This bid has already been decrypted.' },
  'key-already-handed-over': {
    zh: '密钥已提交，正在开启投标文件，请稍候...',
    en: 'The key has been handed over; the bid file is being opened, please wait.',
  },
  'unknown-certificate-provider': {
    zh: '本地区不使用该类数字证书！',
    en: 'Certificates of this provider are not used in this region.',
  },
  'imports-pending': {
    zh: '有投标单位未完成导入,请先处理!',
    en: 'Some bidders have not finished importing, please handle first!',
  },
  'note-missing': { zh: '请填写无效标原因', en: 'Please fill in why the bid is invalid' },
  'bid-not-opened': {
    zh: '该投标单位投标文件还未导入！',
    en: 'The bid file of this bidder has not been imported yet!',
  },
  'backup-not-needed': { zh: '该投标文件无需提交备用文件！', en: 'This bid file needs no backup.' },
  'backup-too-late': {
    zh: '唱标已开始，不能再提交备用文件！',
    en: 'The announcement has begun: backup files are no longer accepted.',
  },
  'backup-differs': {
    zh: '备用文件与投标时提交的文件不一致！',
    en: 'The backup file is not the file that was submitted.',
  },
  'malformed-key': {
    zh: '文件密钥格式不正确：请逐字核对，是否漏字或看错（不含字母 B、I、O 和数字 1）。',
    en: 'This is not a file key: compare it letter by letter for one left out or misread (the letters B, I, O and the digit 1 never occur).',
  },
  'wrong-key': {
    zh: '解密失败！密钥与投标文件不匹配',
    en: 'Decryption failed: the key does not belong to this bid file.',
  },
  'damaged-file': {
    zh: '解密失败！投标文件已损坏',
    en: 'Decryption failed: the stored bid file is damaged.',
  },
  'bad-content': {
    zh: '解密失败！投标文件内容不符合要求',
    en: 'Decryption failed: the content of the bid file is not as required.',
  },
  'server-failure': {
    zh: '解密失败！系统原因未能打开投标文件',
    en: 'Decryption failed: the hall could not open the bid file.',
  },
  'still-opening': {
    zh: '密钥已提交，正在开启投标文件，请稍候...',
    en: 'The key has been handed over; the bid file is being opened, please wait.',
  },
} as const satisfies Texts
