import { z } from 'zod'
import type { Call } from '../call.ts'
import { commandCall } from '../command-call.ts'
import { outcomeSchema } from '../outcome.ts'

/** Whom the platform names as the bidders' contacts, on the result page. */
export const contactCalls = {
  getTouBiaoRenLianXi: {
    method: 'GET',
    path: '/api/KB_Local/getTouBiaoRenLianXi',
    auth: 'session',
    action: 'ReadContacts',
    summary:
      'The contacts of the bidders who took part, once the opening has ended; a bidder gets their own only. Where the region ' +
      'masks phones they have stars',
    rules: 'EVA-4',
    response: z.array(
      z.strictObject({
        EntprsCode: z.string(),
        EntprsName: z.string(),
        touBiao_DaiBiao: z.string(),
        touBiao_DaiBiao_DianHua: z.string(),
        /** The phone has stars; `showTouBiaoRenDianHua` gives it. */
        IsMasked: z.boolean(),
      }),
    ),
  },
  CreateTouBiaoRenLianXiReport: {
    method: 'GET',
    path: '/api/KB_Local/CreateTouBiaoRenLianXiReport',
    auth: 'session',
    action: 'ReadContacts',
    refuses: ['reports-busy'],
    summary: 'The same contacts as PDF, made for the caller and not filed: contacts are not part of the log',
    rules: 'EVA-4',
    produces: 'application/pdf',
    response: z.unknown().meta({ type: 'string', format: 'binary' }),
  },
  showTouBiaoRenDianHua: {
    ...commandCall({
      path: '/api/KB_Local/showTouBiaoRenDianHua',
      command: 'ShowContact',
      summary: 'The phone of one bidder’s contact; the log has who asked for it',
      rules: 'EVA-4',
      body: z.strictObject({ EntprsCode: z.string().max(60) }),
      toPayload: ({ EntprsCode }) => ({ bidderCode: EntprsCode }),
      fromPayload: ({ bidderCode }) => ({ EntprsCode: bidderCode }),
    }),
    response: z.strictObject({ ...outcomeSchema.shape, touBiao_DaiBiao_DianHua: z.string() }),
  },
} as const satisfies Record<string, Call>
