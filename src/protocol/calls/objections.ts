import { z } from 'zod'
import type { Call } from '../call.ts'
import { outcomeSchema } from '../outcome.ts'

const objection = z.strictObject({
  objectionGuid: z.uuid(),
  entprsCode: z.string(),
  entprsName: z.string(),
  objectionContent: z.string(),
  createTime: z.iso.datetime(),
  isRespond: z.boolean(),
  respondContent: z.string(),
  respondTime: z.iso.datetime().nullable(),
  /** The bidder has read the reply. */
  tbrIsRead: z.boolean(),
})

/** As long as the command's; longer than a thousand characters is refused by the rules, in words of their own. */
const text = z.string().max(10_000)
/** The bidder's own file, where they have submitted one. */
const ownFile = z.union([z.uuid(), z.literal('')]).default('')

/** Objections before the opening (S0 §3, §4, §5, §7; S1 §7). */
export const objectionCalls = {
  getYiYiList: {
    method: 'GET',
    path: '/api/KB_Local/getYiYiList',
    auth: 'session',
    action: 'ReadObjections',
    summary: 'Objections with their replies as of a seq; polled every 19 s while there is no socket',
    source: 'S0 §7 "list objections", S1 §7',
    response: z.strictObject({ rows: z.array(objection), seq: z.number().int() }),
  },
  createYiYi: {
    method: 'POST',
    path: '/api/KB_Local/createYiYi',
    auth: 'session',
    action: 'RaiseObjection',
    summary: 'A bidder objects, while the section is 未开标; BidFileId and ENTPRSNAME are the bidder’s own',
    source: 'S0 §5, S1 §7',
    body: z.strictObject({
      BidFileId: ownFile,
      ENTPRSNAME: z.string().max(300).optional(),
      objectionContent: text,
      StageOrd: z.number().int().optional(),
    }),
    response: outcomeSchema,
  },
  replyYiYi: {
    method: 'POST',
    path: '/api/KB_Local/replyYiYi',
    auth: 'session',
    action: 'ReplyObjection',
    summary: 'The opener’s reply to an objection, while the section is 未开标',
    source: 'S0 §7 "reply objections"',
    body: z.strictObject({ ObjectionGuid: z.uuid(), respondContent: text }),
    response: outcomeSchema,
  },
  setYiYiIsRead: {
    method: 'POST',
    path: '/api/KB_Local/setYiYiIsRead',
    auth: 'session',
    action: 'MarkObjectionRead',
    summary: 'The bidder has read the reply',
    source: 'S0 §7, S1 §7',
    body: z.strictObject({
      BidFileId: ownFile,
      ObjectionGuid: z.uuid(),
      StageOrd: z.number().int().optional(),
    }),
    response: outcomeSchema,
  },
} as const satisfies Record<string, Call>
