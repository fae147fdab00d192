import type { ProgressRows } from './row.ts'

export const messagesProgress = {
  MessagePosted: {
    kind: 'message',
    sentence: ({ payload: { message } }) => [message, message],
  },
  MessageSent: {
    kind: 'message',
    sentence: ({ payload: { message } }) => [`留言给开标人：${message}`, `To the opener: ${message}`],
  },
  MessageAnswered: {
    kind: 'message',
    sentence({ payload: { message, bidderCode } }, { nameOf }) {
      const bidder = bidderCode === null ? null : nameOf(bidderCode)
      return [`答复${bidder ?? '监督人'}：${message}`, `Answer to ${bidder ?? 'the supervisor'}: ${message}`]
    },
  },
} as const satisfies ProgressRows
