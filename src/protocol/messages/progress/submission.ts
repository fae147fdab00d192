import { fileKinds } from '../bid-file-texts.ts'
import type { ProgressRows } from './row.ts'

export const submissionProgress = {
  BidderEnrolled: {
    kind: 'bidder',
    sentence: ({ payload: { name } }) => [`${name}已登记`, `${name} was enrolled`],
  },
  BidSubmitted: {
    kind: 'bidder',
    sentence({ payload }, { nameOf }) {
      const name = nameOf(payload.bidderCode)
      const [zh, en] = fileKinds[payload.kind]
      return payload.replaces === null
        ? [`${name}提交了${zh}`, `${name} submitted a ${en}`]
        : [`${name}替换了${zh}`, `${name} replaced their ${en}`]
    },
  },
} as const satisfies ProgressRows
