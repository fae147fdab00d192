import { z } from 'zod'
import type { Call } from '../call.ts'

const page = {
  PageIndex: z.coerce.number().int().min(1).default(1),
  PageSize: z.coerce.number().int().min(1).max(512),
}
const code = z.coerce.number().int().optional()
const search = z.string().trim().max(100).optional()
const instant = z.iso.datetime().optional()

/** A section as the hall lists it (S0 §2 columns, §3 fields). */
export const hallRowSchema = z.strictObject({
  bdGuid: z.uuid(),
  bdbh: z.string(),
  bdmc: z.string(),
  pbType: z.number().int(),
  gclx: z.number().int(),
  OpenBidTime: z.iso.datetime(),
  bidStatus: z.string(),
  /** Lot status: 0 none, 2 failed, 3 stopped, 4 paused (S0 §2 ribbon). */
  BDZHUANGTAI: z.number().int(),
  /** Null for those who may not know it; `***` where the variant masks it until the opening time. */
  tbrCount: z.union([z.number().int(), z.literal('***')]).nullable(),
  /** Milliseconds until the opening; 0 once it has come. */
  remainTime: z.number().int(),
})
export type HallRow = z.infer<typeof hallRowSchema>

const hallPage = z.strictObject({
  total: z.number().int(),
  rows: z.array(hallRowSchema),
  serverTime: z.iso.datetime(),
})

/** The project hall and entering from it (S0 §2, §7). */
export const hallCalls = {
  getServerTimeNoauth: {
    method: 'GET',
    path: '/api/KB_Local/getServerTimeNoauth',
    auth: 'none',
    summary: 'The server’s clock',
    source: 'S0 §7',
    response: z.strictObject({ serverTime: z.iso.datetime(), epoch: z.number().int() }),
  },
  getVariant: {
    method: 'GET',
    path: '/api/KB_Local/getVariant',
    auth: 'none',
    summary: 'What the screens need of the regional variant in force, and whether this is a demo',
    source: 'S1 "Regional variants"',
    response: z.strictObject({
      name: z.string(),
      demo: z.boolean(),
      variant: z.record(z.string(), z.unknown()),
    }),
  },
  getJYPTGongChengLieBiao: {
    method: 'POST',
    path: '/api/KB_Local/getJYPTGongChengLieBiao',
    auth: 'user',
    summary: 'Sections still to be opened, soonest first',
    source: 'S0 §7',
    body: z.strictObject({
      ...page,
      PageSize: page.PageSize.default(8),
      Hangye: code,
      PBType: code,
      StartTime: instant,
      EndTime: instant,
      BHOrMC: search,
      GCLeiXing: code,
      isGuDinFaBao: code,
      GCLX: code,
      zsfs: code,
    }),
    response: hallPage,
  },
  getBidProjKBEnd: {
    method: 'GET',
    path: '/api/KB_Local/getBidProjKBEnd',
    auth: 'user',
    summary: 'Ended sections, latest first; a bidder sees their own',
    source: 'S0 §7',
    query: z.strictObject({
      ...page,
      PageSize: page.PageSize.default(8),
      PBType: code,
      startTime: instant,
      EndTime: instant,
      Region_Web: z.string().max(50).optional(),
      Name: search,
      Hangye: code,
      EntprsCode: z.string().max(60).optional(),
    }),
    response: hallPage,
  },
  getJYPTGongCheng: {
    method: 'POST',
    path: '/api/KB_Local/getJYPTGongCheng',
    auth: 'user',
    summary: 'The platform’s record of a section; the first item holds the guids to enter with',
    source: 'S0 §7, §2 "entering a project"',
    body: z.strictObject({
      BDGuid: z.uuid(),
      GCLX: code,
      GGGuid: z.string().max(60).optional(),
      PbType: code,
      BdInfo: z.string().max(100).optional(),
    }),
    response: z.array(
      z.strictObject({
        bidProjGuid: z.uuid(),
        dbGuid: z.uuid(),
        bdGuid: z.uuid(),
        bdbh: z.string(),
        bdmc: z.string(),
        bidStatus: z.string(),
        OpenBidTime: z.iso.datetime(),
      }),
    ),
  },
} as const satisfies Record<string, Call>
