import { z } from 'zod'
import { bidderOfFile, fileOfBidder } from '../bid-by-file.ts'
import { isOtherStage, stage } from '../bid-stage.ts'
import type { Call } from '../call.ts'
import { bareCommandCall, type Caller, commandCall } from '../command-call.ts'
import { checkSchema } from '../outcome.ts'
import { statementRow } from '../statement-row.ts'
import { yesOrNo } from '../yes-or-no.ts'

/** Longer than the rules allow, so that they refuse a long text with their own message. */
const text = z.string().max(10_000)

/** The objection inquiry of step three. */
export const inquiryCalls = {
  xiaDaYiYiXunWenZhiLing: bareCommandCall({
    path: '/api/KB_Local/xiaDaYiYiXunWenZhiLing',
    command: 'StartInquiry',
    summary:
      'Issues the objection inquiry command, once in each envelope’s round; its length is the region’s',
    rules: 'INQ-1 to INQ-3',
    toPayload: () => ({}),
    fromPayload: () => undefined,
  }),
  xiaDaYiYiXunWenZhiLingTime: {
    method: 'GET',
    path: '/api/KB_Local/xiaDaYiYiXunWenZhiLingTime',
    auth: 'session',
    action: 'ReadInquiry',
    refuses: ['other-envelope'],
    summary: 'When the objection inquiry was issued and until when it runs, as of a seq',
    rules: 'INQ-3, INQ-6',
    query: z.strictObject({ StageOrd: stage }),
    response: z.strictObject({
      /** Whether there is an inquiry in this round (INQ-1). */
      IsNeeded: z.boolean(),
      Is_begin: z.boolean(),
      /** Minutes; before the command those that it will have. */
      LimitTime: z.number().int(),
      StartTime: z.iso.datetime().nullable(),
      EndTime: z.iso.datetime().nullable(),
      isClosed: z.boolean(),
      serverTime: z.iso.datetime(),
      seq: z.number().int(),
    }),
  },
  checkShiFouXiaDaYiYiXunWenZhiLing: {
    method: 'GET',
    path: '/api/KB_Local/checkShiFouXiaDaYiYiXunWenZhiLing',
    auth: 'session',
    action: 'ReadInquiry',
    summary: 'Checks whether the objection inquiry was issued, where there is one',
    rules: 'INQ-7',
    response: checkSchema,
  },
  checkIs3minAfterXiaDaYiYiXunWenZhiLing: {
    method: 'GET',
    path: '/api/KB_Local/checkIs3minAfterXiaDaYiYiXunWenZhiLing',
    auth: 'session',
    action: 'ReadInquiry',
    summary: 'Checks whether the objection inquiry has ended, where there is one; not issued is not ended',
    rules: 'INQ-7',
    response: checkSchema,
  },
  getYiYiXunWenJieGuo: {
    method: 'GET',
    path: '/api/KB_Local/getYiYiXunWenJieGuo',
    auth: 'session',
    action: 'ReadInquiry',
    refuses: ['other-envelope'],
    summary:
      'The answers to the objection inquiry with their replies; a bidder gets their own. The numbers are null until it has ended',
    rules: 'INQ-9',
    query: z.strictObject({ StageOrd: stage }),
    response: z.strictObject({
      rows: z.array(statementRow),
      /** How many answered, how many of them object, how many did not answer; null while it runs. */
      answered: z.number().int().nullable(),
      objecting: z.number().int().nullable(),
      silent: z.number().int().nullable(),
      seq: z.number().int(),
    }),
  },
  queRenYiYiJieGuo: commandCall({
    path: '/api/KB_Local/queRenYiYiJieGuo',
    command: 'AnswerInquiry',
    refuses: ['other-envelope'],
    summary:
      'A bidder says for their own bid whether they object to the opening (ShiFouYouYiYi); an objection needs its text (YiYiNeiRong)',
    rules: 'INQ-4, INQ-5',
    body: z.strictObject({
      BidFileId: z.union([z.uuid(), z.literal('')]).default(''),
      ShiFouYouYiYi: yesOrNo,
      YiYiNeiRong: text.default(''),
      StageOrd: stage,
    }),
    toPayload({ BidFileId, ShiFouYouYiYi, YiYiNeiRong, StageOrd }, caller) {
      if (isOtherStage(caller, StageOrd)) return 'other-envelope'
      if (!isOwn(caller, BidFileId)) return 'unknown-bidder'
      return { objects: ShiFouYouYiYi, text: YiYiNeiRong }
    },
    fromPayload: ({ objects, text }, { unitCode, state }) => ({
      BidFileId: fileOfBidder(state, unitCode ?? '') ?? '',
      ShiFouYouYiYi: objects,
      YiYiNeiRong: text,
    }),
  }),
  huiFuYiYiXunWen: commandCall({
    path: '/api/KB_Local/huiFuYiYiXunWen',
    command: 'ReplyInquiry',
    refuses: ['other-envelope'],
    summary: 'Replies to a bidder’s objection of the inquiry; BidFileId names the bid',
    rules: 'INQ-8',
    body: z.strictObject({ BidFileId: z.uuid(), respondContent: text.default(''), StageOrd: stage }),
    toPayload({ BidFileId, respondContent, StageOrd }, caller) {
      if (isOtherStage(caller, StageOrd)) return 'other-envelope'
      const bidderCode = bidderOfFile(caller.state, BidFileId)
      return bidderCode === null ? 'unknown-file' : { bidderCode, content: respondContent }
    },
    fromPayload({ bidderCode, content }, { state }) {
      const BidFileId = fileOfBidder(state, bidderCode)
      return BidFileId === null ? null : { BidFileId, respondContent: content }
    },
  }),
} as const satisfies Record<string, Call>

/** Whether a file is the caller's own; callers who are no bidders are refused by the rules. */
function isOwn({ unitCode, state }: Caller, fileId: string): boolean {
  return fileId === '' || !state.bidders[unitCode ?? ''] || bidderOfFile(state, fileId) === unitCode
}
