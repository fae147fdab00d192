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
      return [`${name}的开标内容已公布`, `The figures of ${name} are public`]
    },
  },
  ReadingStarted: {
    kind: 'step',
    sentence: ({ payload: { pace } }) =>
      pace === null
        ? ['开始逐家宣读', 'The reading of the bids began']
        : [`开始逐家宣读，每家${pace}秒`, `The reading of the bids began, ${pace} seconds each`],
  },
  BidRead: {
    kind: 'bidder',
    sentence({ payload: { bidderCode, position } }, { nameOf }) {
      const name = nameOf(bidderCode)
      return [`唱标第${position}家：${name}`, `Bid ${position} is read: ${name}`]
    },
  },
  BidReadAgain: {
    kind: 'bidder',
    sentence({ payload: { bidderCode, position } }, { nameOf }) {
      const name = nameOf(bidderCode)
      return [`重读第${position}家：${name}`, `Bid ${position} is read again: ${name}`]
    },
  },
  ReadingPaused: { kind: 'step', sentence: () => ['唱标暂停', 'The reading was paused'] },
  ReadingResumed: { kind: 'step', sentence: () => ['唱标继续', 'The reading went on'] },
  ReadingPaceSet: {
    kind: 'step',
    sentence: ({ payload: { pace } }) =>
      pace === null
        ? ['唱标改为手动', 'The reading is now led by hand']
        : [`唱标间隔改为每家${pace}秒`, `The reading now takes ${pace} seconds for each bid`],
  },
  ReadingFinished: { kind: 'step', sentence: () => ['唱标完毕', 'All bids have been read'] },
  ReadingCutShort: {
    kind: 'step',
    sentence: ({ payload: { reason } }) => [
      `唱标提前结束，原因：${reason}`,
      `The reading was ended early: ${reason}`,
    ],
  },
  RowChecked: {
    kind: 'bidder',
    sentence({ payload: { bidderCode, answer, text } }, { nameOf }) {
      const name = nameOf(bidderCode)
      return answer === 'right'
        ? [`${name}确认本单位唱标内容无误`, `${name} confirmed that their figures are correct`]
        : [`${name}对本单位唱标内容有异议：${text}`, `${name} disputed their row: ${text}`]
    },
  },
  DisputeReplied: {
    kind: 'objection',
    sentence({ payload: { bidderCode, content } }, { nameOf }) {
      const name = nameOf(bidderCode)
      return [
        `开标人回复了${name}对唱标内容的异议：${content}`,
        `The opener replied to what ${name} disputes: ${content}`,
      ]
    },
  },
  FlowReset: {
    kind: 'step',
    sentence: () => ['退回投标文件开启环节', 'The session went back to the opening of bid files'],
  },
} as const satisfies ProgressRows
