import type { messages as source } from '../zh-CN/messages.ts'

export const messages: Record<keyof typeof source, string> = {
  open: 'Messages',
  openUnread: 'Messages, {{count}} unread',
  title: 'Messages',
  notAnObjection:
    'A message is not an objection: the opening does not wait for it, and it is not in the record. To object, use “Objections”, dispute your announced row, or answer the objection inquiry, whichever is open.',
  none: 'There are no messages yet.',
  write: 'Write to the opener',
  writeLimit:
    'Seen by opener, agency, tenderer and supervisor, not by other bidders; {{perMinute}} a minute, up to {{maximum}} characters',
  writeLimitSupervisor: 'Not seen by bidders; {{perMinute}} a minute, up to {{maximum}} characters',
  send: 'Send',
  answer: 'Answer {{name}}',
  answerLimit: 'Seen by them and those who supervise; up to {{maximum}} characters',
  answerSupervisorLimit: 'Not seen by bidders; up to {{maximum}} characters',
  sendAnswer: 'Send the answer',
  supervisors: 'Supervisor',
  new: 'Unread',
  notTaken: 'This hall accepts no messages from you.',
  ended: 'The opening has ended: messages are no longer accepted.',
}
