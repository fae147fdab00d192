import type { Texts } from '../codes.ts'

/** Refusals of the whole session. */
export const sessionRefusals = {
  forbidden: { zh: '您没有权限执行此操作！', en: 'You are not permitted to do this.' },
  'wrong-status': {
    zh: '当前开标状态下不能执行此操作！',
    en: 'This cannot be done in the present state of the opening.',
  },
  'opening-ended': { zh: '开标已结束!', en: 'The opening has ended.' },
  'not-published': { zh: '标段不存在！', en: 'There is no such section.' },
  'unknown-bidder': { zh: '不存在此投标人!', en: 'There is no such bidder.' },
  'not-enrolled': { zh: '您不是本标段的投标人！', en: 'You are not a bidder of this section.' },
  'opening-time-not-reached': {
    zh: '只有到了开标时间才能进入项目！',
    en: 'You can only enter the project when the bid opening time has come!',
  },
  'opening-step-too-early': {
    zh: '开标时间未到，不能开启投标文件！',
    en: 'The bid files can be opened from the bid opening time on.',
  },
  'locked-by-confirmation': {
    zh: '已下达一览表确认，不能再修改！',
    en: 'The overview is being confirmed and can no longer be changed.',
  },
  'locked-by-signing': {
    zh: '已下达电子签名指令，不能再修改！',
    en: 'The record is being signed and can no longer be changed.',
  },
  'limit-not-positive-integer': { zh: '请输入正整数', en: 'Please enter a positive integer' },
  'limit-too-long': {
    zh: '时间不得超过{maximum}分钟！',
    en: 'The time must not be more than {maximum} minutes.',
  },
  'certificate-mismatch': {
    zh: '签名失败，请插入正确的CA进行签名',
    en: 'Signing failed, please insert the correct CA to sign',
  },
  'stale-document': {
    zh: '内容已更新，请刷新后重新确认！',
    en: 'The content has changed; reload and confirm again.',
  },
  'envelope-ended': {
    zh: '第一信封开标已结束，请等待评标！',
    en: 'The opening of the first envelope has ended; please wait for its evaluation.',
  },
  'other-envelope': {
    zh: '当前处理的不是该信封！',
    en: 'This is not the envelope that is being dealt with.',
  },
  'newer-log': {
    zh: '系统正在升级，请稍后再试！',
    en: 'The system is being upgraded; please try again in a moment.',
  },
  'failure-pending': {
    zh: '标段正在流标审批中，暂时无法继续！',
    en: 'The project is under failure approval, cannot continue for now!',
  },
  'flow-terminated': {
    zh: '标段已流标或终止，只能查看已完成的环节！',
    en: 'The project is failed/terminated, only the finished steps can be viewed',
  },
  'lot-paused': {
    zh: '标段已暂停，暂时无法继续！',
    en: 'The section is paused and cannot continue for now.',
  },
  'command-id-used': {
    zh: '该请求编号已用于另一项操作，请重新提交！',
    en: 'This request’s id was used for another one; please submit again.',
  },
  'no-price-sheets': { zh: '本标段没有工程量清单！', en: 'This section has no bill of quantities.' },
  'unknown-price-sheet': { zh: '清单不存在！', en: 'There is no such sheet.' },
  'unknown-command': { zh: '未知的指令！', en: 'There is no such command.' },
} as const satisfies Texts
