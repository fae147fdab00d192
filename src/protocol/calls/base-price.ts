import { z } from 'zod'
import { calculationSchema } from '#domain/base-price/working.ts'
import { bidderOfFile, fileOfBidder } from '../bid-by-file.ts'
import { stage } from '../bid-stage.ts'
import type { Call } from '../call.ts'
import { bareCommandCall, type Caller, commandCall, type WireCommandOf } from '../command-call.ts'
import { yesOrNo } from '../yes-or-no.ts'

type Participation = WireCommandOf<'SetBasePriceParticipation'>['payload']

/** The participation of the bid that a file names. */
function participation(bidFileId: string, asked: Omit<Participation, 'bidderCode'>, { state }: Caller) {
  const bidderCode = bidderOfFile(state, bidFileId)
  return bidderCode === null ? 'unknown-file' : { bidderCode, ...asked }
}

/** The evaluation base price (BAS-1 to BAS-12). */
export const basePriceCalls = {
  EditBaseTotalPrice: commandCall({
    path: '/api/KB_Local/EditBaseTotalPrice',
    command: 'SetBasePriceParticipation',
    summary:
      'Lets a bid take part in the base price or leaves it out; what departs from the tender’s rule needs a reason',
    rules: 'BAS-2',
    body: z.strictObject({
      BidFileId: z.uuid(),
      IsAttend: yesOrNo,
      Reason: z.string().trim().max(200).default(''),
    }),
    toPayload: ({ BidFileId, IsAttend, Reason }, caller) =>
      participation(BidFileId, { takesPart: IsAttend, reason: Reason }, caller),
    fromPayload({ bidderCode, takesPart, reason }, { state }) {
      const BidFileId = fileOfBidder(state, bidderCode)
      return BidFileId === null ? null : { BidFileId, IsAttend: takesPart, Reason: reason }
    },
  }),
  SetBenchmarkPriceCalculation: commandCall({
    path: '/api/KB_Local/SetBenchmarkPriceCalculation',
    command: 'SetBasePriceParticipation',
    summary:
      'The same without a reason: back to the tender’s rule, or for the reason that was given in this direction before',
    rules: 'BAS-2',
    body: z.strictObject({ BidFileId: z.uuid(), IsCalculate: yesOrNo }),
    toPayload: ({ BidFileId, IsCalculate }, caller) =>
      participation(BidFileId, { takesPart: IsCalculate, reason: '' }, caller),
    fromPayload({ bidderCode, takesPart, reason }, { state }) {
      const BidFileId = fileOfBidder(state, bidderCode)
      return BidFileId === null || reason !== '' ? null : { BidFileId, IsCalculate: takesPart }
    },
  }),
  CalBaseTotalPrice: bareCommandCall({
    path: '/api/KB_Local/CalBaseTotalPrice',
    command: 'CalculateBasePrice',
    summary: 'Calculates the base price by the tender’s rule; `getBaseTotalPrice` has the result',
    rules: 'BAS-3 to BAS-5',
    toPayload: () => ({}),
    fromPayload: () => undefined,
  }),
  CalculateJiZhunJia: bareCommandCall({
    path: '/api/KB_Local/CalculateJiZhunJia',
    command: 'CalculateBasePrice',
    summary: 'As `CalBaseTotalPrice`',
    rules: 'BAS-3 to BAS-5',
    toPayload: () => ({}),
    fromPayload: () => undefined,
  }),
  SetBaseTotalPrice: commandCall({
    path: '/api/KB_Local/SetBaseTotalPrice',
    command: 'SaveBasePrice',
    summary: 'Saves the base price; only the calculated one is accepted',
    rules: 'BAS-6, BAS-10',
    body: z.strictObject({
      BaseTotalPrice: z
        .union([z.string().trim().max(200), z.number()])
        .default('')
        .transform(String),
    }),
    toPayload: ({ BaseTotalPrice }) => ({ price: BaseTotalPrice }),
    fromPayload: ({ price }) => ({ BaseTotalPrice: price }),
  }),
  getBaseTotalPrice: {
    method: 'GET',
    path: '/api/KB_Local/getBaseTotalPrice',
    auth: 'session',
    action: 'ReadOverview',
    refuses: ['other-envelope', 'overview-later'],
    summary: 'The base price of an envelope with its working',
    rules: 'BAS-4 to BAS-6, EVA-2',
    query: z.strictObject({ BidStage: stage }),
    response: z.strictObject({
      /** As saved; null until it is. */
      BaseTotalPrice: z.string().nullable(),
      /** Whether the calculated price still holds, and whether it is the saved one. */
      isCurrent: z.boolean(),
      isSaved: z.boolean(),
      calculation: calculationSchema.nullable(),
      isEnableQuotationReviewGroup: z.boolean(),
      seq: z.number().int(),
    }),
  },
  CreateReport_BaseTotalPrice: {
    method: 'POST',
    path: '/api/KB_Local/CreateReport_BaseTotalPrice',
    auth: 'session',
    action: 'ReadReport',
    refuses: [
      ...(['other-envelope', 'overview-later', 'base-price-not-calculated'] as const),
      ...(['download-missing', 'reports-busy', 'any-rule'] as const),
    ],
    summary:
      'The base price with its working as PDF: filed by the opener’s call once saved, before that preliminary',
    rules: 'BAS-12, REP-12, EVA-2',
    query: z.strictObject({ StageOrd: stage }),
    response: z.unknown().meta({ type: 'string', format: 'binary' }),
    produces: 'application/pdf',
  },
} as const satisfies Record<string, Call>
