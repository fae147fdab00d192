import { z } from 'zod'
import type { Call } from '../call.ts'
import { bareCommandCall, commandCall } from '../command-call.ts'
import { outcomeSchema } from '../outcome.ts'
import { certificateRefusals } from '../refusals.ts'

/** Longer than the rules allow, so that they refuse a long text with their own message, and one left out as an empty one. */
const text = z.string().trim().max(4000)

/** BDZHUANGTAI as StopKB takes it. */
const kinds = { 4: 'paused', 3: 'stopped' } as const

/** ShenPiZhuangTai: no failure was declared; it is pending, approved or refused. */
export const failureApprovals = { none: 0, pending: 1, approved: 2, refused: 3 } as const

/** Pausing, stopping and failing a lot. */
export const haltingCalls = {
  StopKB: {
    ...commandCall({
      path: '/api/KB_Local/StopKB',
      command: 'HaltOpening',
      summary:
        'Pauses the opening, or stops it with BDZHUANGTAI 3, for a reason that jlr (the recorder) records. What is paused ' +
        'here goes on with ContinueKB; what is stopped, only the trading platform opens again',
      rules: 'HLT-1, HLT-2',
      body: z.strictObject({
        reason: text.default(''),
        jlr: text.default(''),
        BDZHUANGTAI: z.literal([3, 4]).default(4),
      }),
      toPayload: ({ reason, jlr, BDZHUANGTAI }) => ({ kind: kinds[BDZHUANGTAI], reason, recorder: jlr }),
      fromPayload: ({ kind, reason, recorder }) => ({
        ...{ reason, jlr: recorder },
        BDZHUANGTAI: kind === 'paused' ? (4 as const) : (3 as const),
      }),
    }),
    /** The lot status that is set now. */
    response: z.strictObject({ ...outcomeSchema.shape, BDZHUANGTAI: z.literal([3, 4]) }),
  },
  ContinueKB: bareCommandCall({
    path: '/api/KB_Local/ContinueKB',
    command: 'ResumeOpening',
    summary: 'Lets the opening go on that the opener or the agency has paused',
    rules: 'HLT-3, SES-10',
    toPayload: () => ({}),
    fromPayload: () => undefined,
  }),
  xiaDaLiuBiaoZhiLing: commandCall({
    path: '/api/KB_Local/xiaDaLiuBiaoZhiLing',
    command: 'DeclareFailure',
    refuses: certificateRefusals,
    summary:
      'Declares the failure of the section; the trading platform decides about it. Where the region asks for it, Agent names ' +
      'who signs for the agency, and SignInfo is the JWS of the agency’s certificate over the form',
    rules: 'HLT-4, HLT-6, HLT-7',
    body: z.strictObject({
      LiuBiaoYuanYin: text.default(''),
      Noter: text.default(''),
      Agent: text.optional(),
      SignInfo: z.string().max(20_000).optional(),
    }),
    toPayload: ({ LiuBiaoYuanYin, Noter, Agent = '', SignInfo }) => ({
      ...{ reason: LiuBiaoYuanYin, recorder: Noter, agent: Agent },
      ...(SignInfo === undefined ? {} : { jws: SignInfo }),
    }),
    fromPayload: ({ reason, recorder, agent, jws }) => ({
      ...{ LiuBiaoYuanYin: reason, Noter: recorder },
      ...(agent ? { Agent: agent } : {}),
      ...(jws === undefined ? {} : { SignInfo: jws }),
    }),
  }),
  getLiuBiaoShenPiZhuangTai: {
    method: 'GET',
    path: '/api/KB_Local/getLiuBiaoShenPiZhuangTai',
    auth: 'session',
    action: 'ReadFlow',
    summary: 'Whether a failure was declared in the hall, and what the trading platform decided about it',
    rules: 'HLT-7',
    response: z.strictObject({
      /** 0 none declared, 1 pending, 2 approved, 3 refused. */
      ShenPiZhuangTai: z.literal([0, 1, 2, 3]),
      LiuBiaoYuanYin: z.string(),
      Noter: z.string(),
      Agent: z.string(),
      /** Who declared it, and when. */
      XiaDaRen: z.string(),
      XiaDaShiJian: z.iso.datetime().nullable(),
      /** The platform's reason, and when it decided. */
      ShenPiYiJian: z.string(),
      ShenPiShiJian: z.iso.datetime().nullable(),
      seq: z.number().int(),
    }),
  },
  CreateLiuBiaoReport: {
    method: 'GET',
    path: '/api/KB_Local/CreateLiuBiaoReport',
    auth: 'session',
    action: 'ReadReport',
    unsafe: true,
    refuses: ['failure-not-declared', 'download-missing', 'reports-busy', 'any-rule'],
    summary:
      'The failure of the section as PDF: the form with its signature, and what the trading platform decided. Filed by the ' +
      'opener’s call once the section has failed',
    rules: 'HLT-11, REP-12',
    produces: 'application/pdf',
    response: z.unknown().meta({ type: 'string', format: 'binary' }),
  },
} as const satisfies Record<string, Call>
