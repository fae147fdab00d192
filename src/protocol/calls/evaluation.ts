import { z } from 'zod'
import type { Call } from '../call.ts'

/** The bidders' evaluation of the tenderer, on a page of the trading platform. */
export const evaluationCalls = {
  undisList: {
    method: 'GET',
    path: '/api/KB_Local/undisList',
    auth: 'session',
    action: 'ReadEvaluation',
    refuses: ['evaluation-not-offered', 'evaluation-list-failed'],
    summary: 'The section, where the caller has not evaluated its tenderer yet; else an empty list',
    rules: 'EVA-3',
    response: z.array(z.strictObject({ bdGuid: z.uuid(), bdmc: z.string() })),
  },
  evaluate: {
    method: 'GET',
    path: '/api/KB_Local/evaluate',
    auth: 'session',
    action: 'ReadEvaluation',
    refuses: ['evaluation-not-offered', 'already-evaluated', 'evaluation-page-failed'],
    summary: 'The address of the page on which the caller evaluates the tenderer, in ResultMessage',
    rules: 'EVA-3',
    response: z.strictObject({ Result: z.literal(true), ResultMessage: z.url() }),
  },
} as const satisfies Record<string, Call>
