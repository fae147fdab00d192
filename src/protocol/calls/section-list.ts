import { z } from 'zod'
import { steps } from '#domain/session/flow.ts'
import { windowNames } from '#domain/session/window.ts'
import type { Call } from '../call.ts'
import { openingsTodayPath } from './openings-today.ts'
import { serverTimePath } from './server-time.ts'

const page = {
  PageIndex: z.coerce.number().int().min(1).max(1_000_000).default(1),
  PageSize: z.coerce.number().int().min(1).max(512).default(8),
}
const code = z.coerce.number().int().min(0).max(1000).optional()
const search = z.string().trim().max(100).optional()
const instant = z.iso.datetime().optional()

/** Columns by which the list can be sorted, by their names in the row. */
export const sectionListSortColumns = ['OpenBidTime', 'bidStatus', 'bdbh', 'bdmc', 'tbrCount'] as const
export type SectionListSortColumn = (typeof sectionListSortColumns)[number]

/** Without `SortBy`: LST-1. */
const order = {
  SortBy: z.enum(sectionListSortColumns).optional(),
  /** 1: descending. */
  SortDesc: z.coerce.number().int().min(0).max(1).default(0),
}

/** How far a running opening has come (LST-14). */
const running = z.strictObject({
  step: z.enum(steps),
  /** Procurement method, and whether there is a pre-review: the step's title depends on them (SHL-7). */
  bidStyle: z.literal([0, 1, 2, 3, 4, 5, 6]),
  preReview: z.boolean(),
  /** The window in which others act now, until its deadline. */
  window: z.strictObject({ name: z.enum(windowNames), deadline: z.iso.datetime() }).nullable(),
})

/** A section as the list shows it (LST-3, LST-5). */
export const sectionListRowSchema = z.strictObject({
  bdGuid: z.uuid(),
  bdbh: z.string(),
  bdmc: z.string(),
  pbType: z.number().int(),
  gclx: z.number().int(),
  /** 0 pre-qualification, 1 post-qualification; null where unknown. */
  zsfs: z.number().int().nullable(),
  OpenBidTime: z.iso.datetime(),
  bidStatus: z.string(),
  /** Lot status: 0 none, 2 failed, 3 stopped, 4 paused (LST-5). */
  BDZHUANGTAI: z.number().int(),
  /** Null for callers who may not see it; `***` where the variant masks it (LST-3). */
  tbrCount: z.union([z.number().int(), z.literal('***')]).nullable(),
  /** Milliseconds until the opening; 0 once it has come. */
  remainTime: z.number().int(),
  /** The caller's bid is submitted and can still be replaced. */
  submitted: z.boolean(),
  /** Null until the opening time, and once the opening has ended, was stopped or has failed. */
  running: running.nullable(),
})
export type SectionListRow = z.infer<typeof sectionListRowSchema>

const sectionListPage = z.strictObject({
  /** Number of matches, counted up to `countedTo`. */
  total: z.number().int(),
  /** Whether there are more than `total`. */
  more: z.boolean(),
  rows: z.array(sectionListRowSchema),
  serverTime: z.iso.datetime(),
})

/** Matches are counted up to this; beyond it the page says "more than". */
export const countedTo = 10_000

/** The section list and entering from it. */
export const sectionListCalls = {
  getServerTimeNoauth: {
    method: 'GET',
    path: serverTimePath,
    auth: 'none',
    summary: 'The server’s clock',
    rules: 'CLK-1',
    response: z.strictObject({ serverTime: z.iso.datetime(), epoch: z.number().int() }),
  },
  getOpeningsToday: {
    method: 'GET',
    path: openingsTodayPath,
    auth: 'none',
    refuses: ['not-found'],
    summary: 'What opens today, for everybody: codes, names and times; up to half a minute old',
    rules: 'LST-15',
    response: z.strictObject({
      /** Sections that have not ended, soonest first. */
      sections: z.array(
        z.strictObject({
          bdbh: z.string(),
          bdmc: z.string(),
          OpenBidTime: z.iso.datetime(),
          running: z.boolean(),
        }),
      ),
      /** Whether there are more than those. */
      more: z.boolean(),
    }),
  },
  getVariant: {
    method: 'GET',
    path: '/api/KB_Local/getVariant',
    auth: 'none',
    summary: 'Settings of the regional variant for the screens, and whether the server runs in demo mode',
    rules: 'VAR-1',
    response: z.strictObject({
      name: z.string(),
      demo: z.boolean(),
      /** Whether test accounts may log in (`testLogin`), which the page says. */
      testAccounts: z.boolean(),
      variant: z.record(z.string(), z.unknown()),
    }),
  },
  getJYPTGongChengLieBiao: {
    method: 'POST',
    path: '/api/KB_Local/getJYPTGongChengLieBiao',
    auth: 'user',
    readOnly: true,
    refuses: ['forbidden'],
    summary: 'Sections that have not been opened yet: soonest first, stopped and failed ones last',
    rules: 'LST-1 to LST-5, LST-9, LST-14',
    body: z.strictObject({
      ...page,
      ...order,
      /** Industry; 0 is all (LST-4). */
      Hangye: code,
      PBType: code,
      StartTime: instant,
      EndTime: instant,
      BHOrMC: search,
      /** Specialty of its project kind (GCLX), or kind of procurement; 100 is all (LST-4). */
      GCLeiXing: code,
      /** 1: contracts at a fixed price; 0: others; any other value: all. */
      isGuDinFaBao: code,
      /** Project kind; 0 is all. */
      GCLX: code,
      /** Qualification method: 0 pre, 1 post; 2 is all (LST-4). */
      zsfs: code,
      /** 1: only new projects (LST-9). */
      isXinXiangMu: code,
    }),
    response: sectionListPage,
  },
  getBidProjKBEnd: {
    method: 'GET',
    path: '/api/KB_Local/getBidProjKBEnd',
    auth: 'user',
    refuses: ['forbidden'],
    summary: 'Ended sections, latest first; a bidder gets their own only',
    rules: 'LST-1 to LST-5, LST-10',
    query: z.strictObject({
      ...page,
      ...order,
      PBType: code,
      startTime: instant,
      EndTime: instant,
      Region_Web: z.string().trim().max(50).optional(),
      Name: search,
      Hangye: code,
      /** Only sections in which this bidder took part; a bidder may name only itself (LST-10). */
      EntprsCode: z.string().trim().max(60).optional(),
    }),
    response: sectionListPage,
  },
  getJYPTGongCheng: {
    method: 'POST',
    path: '/api/KB_Local/getJYPTGongCheng',
    auth: 'user',
    readOnly: true,
    refuses: ['not-found'],
    summary: 'The platform’s data of a section; the first item has the guids for entering it',
    rules: 'LST-7',
    body: z.strictObject({
      BDGuid: z.uuid(),
      GCLX: code,
      GGGuid: z.string().max(60).optional(),
      HangYeLeiBie: code,
      PbType: code,
      BdInfo: z.string().max(100).optional(),
    }),
    response: z.array(
      z.strictObject({
        ...sectionListRowSchema.omit({ submitted: true, running: true }).shape,
        bidProjGuid: z.uuid(),
        dbGuid: z.uuid(),
        /** The hall knows no id of a publication elsewhere. */
        webGuid: z.null(),
        /** The opening time, under its other names. */
        jbjssj: z.iso.datetime(),
        jbrq: z.iso.datetime(),
        createDate: z.iso.datetime(),
      }),
    ),
  },
} as const satisfies Record<string, Call>
