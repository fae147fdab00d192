import { z } from 'zod'
import { readingTextLength } from '#domain/announcement/announcement-state.ts'
import { bidderOfFile, fileOfBidder } from '../bid-by-file.ts'
import { isOtherStage, stage } from '../bid-stage.ts'
import type { Call } from '../call.ts'
import { bareCommandCall, commandCall } from '../command-call.ts'
import { checkSchema } from '../outcome.ts'
import { statementRow } from '../statement-row.ts'
import { yesOrNo } from '../yes-or-no.ts'

/** Seconds for each bid; null or left out: the opener reads on. */
const pace = z.number().nullish()
const text = z.string().trim().max(readingTextLength)

/** The reading of the bids in step three. */
export const announcementCalls = {
  checkShowPriceCondition: {
    method: 'POST',
    path: '/api/KB_Local/checkShowPriceCondition',
    auth: 'session',
    action: 'CheckAnnouncement',
    summary: 'Checks whether the reading of the bids may start',
    rules: 'ANN-8',
    response: checkSchema,
  },
  startShowTBPriceTime: commandCall({
    path: '/api/KB_Local/startShowTBPriceTime',
    command: 'StartReading',
    summary: 'Starts the reading with the first bid; Pace in seconds, or null to lead it by hand',
    rules: 'ANN-8',
    body: z.strictObject({ Pace: pace }),
    toPayload: ({ Pace }) => ({ pace: Pace ?? null }),
    fromPayload: ({ pace }) => ({ Pace: pace }),
  }),
  showNextTBPrice: commandCall({
    path: '/api/KB_Local/showNextTBPrice',
    command: 'ReadNext',
    summary: 'Reads the next bid; XHColumn is its place in the list',
    rules: 'ANN-10',
    body: z.strictObject({ XHColumn: z.number().int().min(1) }),
    toPayload: ({ XHColumn }) => ({ position: XHColumn }),
    fromPayload: ({ position }) => ({ XHColumn: position }),
  }),
  repeatShowTBPrice: bareCommandCall({
    path: '/api/KB_Local/repeatShowTBPrice',
    command: 'RepeatBid',
    summary: 'Reads the current bid again',
    rules: 'ANN-10',
    toPayload: () => ({}),
    fromPayload: () => undefined,
  }),
  pauseShowTBPrice: bareCommandCall({
    path: '/api/KB_Local/pauseShowTBPrice',
    command: 'PauseReading',
    summary: 'Pauses the reading',
    rules: 'ANN-10',
    toPayload: () => ({}),
    fromPayload: () => undefined,
  }),
  resumeShowTBPrice: bareCommandCall({
    path: '/api/KB_Local/resumeShowTBPrice',
    command: 'ResumeReading',
    summary: 'Resumes the reading; the current bid is read again',
    rules: 'ANN-10',
    toPayload: () => ({}),
    fromPayload: () => undefined,
  }),
  setShowTBPricePace: commandCall({
    path: '/api/KB_Local/setShowTBPricePace',
    command: 'SetReadingPace',
    summary: 'Sets the seconds for each bid; null: the opener reads on',
    rules: 'ANN-8',
    body: z.strictObject({ Pace: pace }),
    toPayload: ({ Pace }) => ({ pace: Pace ?? null }),
    fromPayload: ({ pace }) => ({ Pace: pace }),
  }),
  finishShowTBPrice: bareCommandCall({
    path: '/api/KB_Local/finishShowTBPrice',
    command: 'FinishReading',
    summary: 'Ends the reading after the last bid',
    rules: 'ANN-12',
    toPayload: () => ({}),
    fromPayload: () => undefined,
  }),
  stopShowTBPrice: commandCall({
    path: '/api/KB_Local/stopShowTBPrice',
    command: 'CutReadingShort',
    summary: 'Ends the reading early, with the reason; the rest is disclosed at once',
    rules: 'ANN-12',
    body: z.strictObject({ Reason: text.default('') }),
    toPayload: ({ Reason }) => ({ reason: Reason }),
    fromPayload: ({ reason }) => ({ Reason: reason }),
  }),
  queRenTBPrice: commandCall({
    path: '/api/KB_Local/queRenTBPrice',
    command: 'CheckRow',
    summary: 'A bidder says whether their own announced row is right, or what they dispute (ShiFouYouYiYi)',
    rules: 'ANN-13',
    body: z.strictObject({ ShiFouYouYiYi: yesOrNo, YiYiNeiRong: text.default('') }),
    toPayload: ({ ShiFouYouYiYi, YiYiNeiRong }) => ({
      answer: ShiFouYouYiYi ? 'disputed' : 'right',
      text: YiYiNeiRong,
    }),
    fromPayload: ({ answer, text }) => ({ ShiFouYouYiYi: answer === 'disputed', YiYiNeiRong: text }),
  }),
  getTBPriceQueRenJieGuo: {
    method: 'GET',
    path: '/api/KB_Local/getTBPriceQueRenJieGuo',
    auth: 'session',
    action: 'ReadRowChecks',
    refuses: ['other-envelope'],
    summary: 'What bidders say of their announced rows, with the replies; a bidder gets their own',
    rules: 'ANN-13, ANN-17',
    query: z.strictObject({ StageOrd: stage }),
    response: z.strictObject({ rows: z.array(statementRow), seq: z.number().int() }),
  },
  huiFuTBPriceYiYi: commandCall({
    path: '/api/KB_Local/huiFuTBPriceYiYi',
    command: 'ReplyDispute',
    refuses: ['other-envelope'],
    summary:
      'Replies to a disputed row; BidFileId names the bid, QueRenTime the dispute that was read (getTBPriceQueRenJieGuo)',
    rules: 'ANN-17',
    body: z.strictObject({
      BidFileId: z.uuid(),
      QueRenTime: z.iso.datetime(),
      respondContent: z.string().max(10_000).default(''),
      StageOrd: stage,
    }),
    toPayload({ BidFileId, QueRenTime, respondContent, StageOrd }, caller) {
      if (isOtherStage(caller, StageOrd)) return 'other-envelope'
      const bidderCode = bidderOfFile(caller.state, BidFileId)
      return bidderCode === null ? 'unknown-file' : { bidderCode, at: QueRenTime, content: respondContent }
    },
    fromPayload({ bidderCode, at, content }, { state }) {
      const BidFileId = fileOfBidder(state, bidderCode)
      return BidFileId === null ? null : { BidFileId, QueRenTime: at, respondContent: content }
    },
  }),
} as const satisfies Record<string, Call>
