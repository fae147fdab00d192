import { z } from 'zod'
import type { Call } from '../call.ts'
import { sectionListRowSchema } from './section-list.ts'

/** What callers look up before and beside the steps. */
export const lookupCalls = {
  GetGongChengLieBiao_LocalImport: {
    method: 'GET',
    path: '/api/KB_Local/GetGongChengLieBiao_LocalImport',
    auth: 'user',
    summary: 'Sections to be opened that the caller may see, with the tender files that are imported in each',
    rules: 'LST-1, LST-2, TEN-7',
    query: z.strictObject({
      PageIndex: z.coerce.number().int().min(1).max(1_000_000).default(1),
      PageSize: z.coerce.number().int().min(1).max(50).default(8),
    }),
    response: z.strictObject({
      total: z.number().int(),
      rows: z.array(
        z.strictObject({
          ...sectionListRowSchema.pick({
            bdGuid: true,
            bdbh: true,
            bdmc: true,
            OpenBidTime: true,
            bidStatus: true,
          }).shape,
          /** Names of the imported files; null where none is imported. */
          zbj: z.string().nullable(),
          zbs: z.string().nullable(),
          bd: z.string().nullable(),
        }),
      ),
    }),
  },
  getLiuBiaoShenPiStatus: {
    method: 'GET',
    path: '/api/KB_Local/getLiuBiaoShenPiStatus',
    auth: 'session',
    action: 'ReadFlow',
    summary: 'Approval of the failure: 0 not asked for, 1 pending, 2 approved, 3 refused',
    rules: 'SES-9, HLT-7',
    response: z.strictObject({ Status: z.literal([0, 1, 2, 3]), seq: z.number().int() }),
  },
  getPingBiaoMoXingStatus: {
    method: 'GET',
    path: '/api/KB_Local/getPingBiaoMoXingStatus',
    auth: 'session',
    action: 'ReadFlow',
    summary:
      'Approval of the evaluation model: 1 not needed, as the tender has one and nobody approves models here; 3 not set, ' +
      'where the tender says nothing of its evaluation',
    rules: 'PLF-6',
    response: z.strictObject({ Status: z.literal([1, 3]), seq: z.number().int() }),
  },
  checkJianDuRen: {
    method: 'GET',
    path: '/api/KB_Local/checkJianDuRen',
    auth: 'session',
    action: 'ReadFlow',
    summary: 'Whether a supervisor is recorded, as far as the caller may know, and who',
    rules: 'SES-17',
    response: z.strictObject({
      Result: z.boolean(),
      supervisor: z.string().nullable(),
      seq: z.number().int(),
    }),
  },
  setJianDuRen: {
    method: 'POST',
    path: '/api/KB_Local/setJianDuRen',
    auth: 'session',
    action: 'ReadFlow',
    summary:
      'The supervisor’s entry: entering the section has recorded them already; answers whether they are the recorded one',
    rules: 'SES-17',
    response: z.strictObject({ Result: z.boolean(), ResultMessage: z.string() }),
  },
} as const satisfies Record<string, Call>
