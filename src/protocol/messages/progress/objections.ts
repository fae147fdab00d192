import type { ProgressRows } from './row.ts'

export const objectionProgress = {
  ObjectionRaised: {
    kind: 'objection',
    sentence({ payload }, { nameOf }) {
      const name = nameOf(payload.bidderCode)
      return [`${name}提出异议`, `${name} raised an objection`]
    },
  },
  ObjectionReplied: {
    kind: 'objection',
    sentence({ payload }, { nameOf }) {
      const name = nameOf(payload.bidderCode)
      return [`开标人已回复${name}的异议`, `The opener replied to the objection of ${name}`]
    },
  },
  ObjectionRead: {
    kind: 'objection',
    sentence({ payload }, { nameOf }) {
      const name = nameOf(payload.bidderCode)
      return [`${name}已阅读异议回复`, `${name} read the reply to their objection`]
    },
  },
} as const satisfies ProgressRows
