import { counted, type ProgressRows } from './row.ts'

export const announcementProgress = {
  AnnouncementStarted: {
    kind: 'step',
    sentence: ({ payload: { bidderCount } }) => [
      `开始唱标，共${bidderCount}家投标单位`,
      `The announcement began, with ${counted(bidderCount, 'bidder')}`,
    ],
  },
  BidAnnounced: {
    kind: 'bidder',
    sentence({ payload }, { nameOf }) {
      const name = nameOf(payload.bidderCode)
      return [`${name}已唱标`, `${name} was announced`]
    },
  },
  FlowReset: {
    kind: 'step',
    sentence: () => ['退回投标文件开启环节', 'The session went back to the opening of bid files'],
  },
} as const satisfies ProgressRows
