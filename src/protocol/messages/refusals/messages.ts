import type { Texts } from '../codes.ts'

/** Refusals about messages to and from the opener. */
export const messagesRefusals = {
  'messages-not-taken': {
    zh: '本大厅不接收您的留言，如有问题请提出异议或联系开标人！',
    en: 'This hall takes no messages from you; raise an objection or call the opener.',
  },
  'message-missing': { zh: '请填写留言内容！', en: 'Please fill in the message!' },
  'message-too-long': {
    zh: '留言内容不能超过{maximum}个字！',
    en: 'The message must not be longer than {maximum} characters!',
  },
  'messages-too-fast': {
    zh: '每分钟最多发送{maximum}条留言，请{seconds}秒后再试！',
    en: 'At most {maximum} messages a minute; please wait {seconds} seconds.',
  },
  'messages-too-many': {
    zh: '每个标段最多发送{maximum}条留言！',
    en: 'At most {maximum} messages can be sent in a section!',
  },
  'no-message-to-answer': { zh: '对方尚未留言，不能答复！', en: 'There is no message to answer.' },
} as const satisfies Texts
