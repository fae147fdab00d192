import { z } from 'zod'

/** What a bidder said when they were asked, with the opener's reply: of their announced row, or in the objection inquiry. */
export const statementRow = z.strictObject({
  BidFileId: z.uuid().nullable(),
  entprsCode: z.string(),
  entprsName: z.string(),
  /** Null until the bidder has answered. */
  ShiFouYouYiYi: z.boolean().nullable(),
  YiYiNeiRong: z.string(),
  QueRenTime: z.iso.datetime().nullable(),
  isRespond: z.boolean(),
  respondContent: z.string(),
  respondTime: z.iso.datetime().nullable(),
})
