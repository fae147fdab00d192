import { z } from 'zod'
import type { Call } from '../call.ts'

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
} as const satisfies Record<string, Call>
