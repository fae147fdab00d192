import { z } from 'zod'
import { characterCount } from '#lib/character-count.ts'
import { err, ok } from '#lib/result.ts'
import { certificateSignatureSchema } from '../session/certificate-signature.ts'
import { commandRow, preparedCommandRow, serverCommandRow } from '../session/command-row.ts'
import { event } from '../session/event.ts'
import { haltedProblem, lotStatuses } from '../session/lot.ts'
import { type Rejection, reject } from '../session/rejection.ts'
import { openerAndAgency, platform, untilEnded } from '../session/roles-and-statuses.ts'
import type { SessionState } from '../session/state.ts'
import type { Rules } from '../session/variant-rules.ts'
import { type HaltKind, haltKinds } from './events.ts'
import { type FailureForm, failureHash, isFailureSigned } from './failure.ts'
import { awaitsDecision, currentInterruption } from './interruption.ts'
import { haltReasonLength, recorderLength } from './text-lengths.ts'

/** Longer than the rules allow, so that they refuse a long text with their own message. */
const text = z.string().trim().max(4000)

/** Also while the lot is halted and between two envelopes: what halts it must be possible at any time. */
const atAnyTime = { statuses: untilEnded, whileHalted: true, betweenEnvelopes: true } as const

/** A form of which the agency may sign the hash (HLT-6). */
const failureForm = { reason: text, recorder: text, agent: text.default('') }

export const haltingCommands = {
  /** The opener's side pauses the opening, or stops it (HLT-1, HLT-2). */
  HaltOpening: commandRow({
    payload: z.strictObject({ kind: z.enum(haltKinds), reason: text, recorder: text }),
    roles: openerAndAgency,
    ...atAnyTime,
    decide(state, { kind, reason, recorder }, { actor, rules }) {
      const problem = haltProblem(state, rules, kind) ?? haltTextProblem(kind, { reason, recorder })
      return problem
        ? err(problem)
        : ok([event('OpeningHalted', { kind, reason, recorder, name: actor.name })])
    },
  }),

  /** The opener's side lets go on what it has paused itself (HLT-3). */
  ResumeOpening: commandRow({
    payload: z.strictObject({}),
    roles: openerAndAgency,
    ...atAnyTime,
    decide(state, _, { actor }) {
      const problem = resumeProblem(state)
      return problem ? err(problem) : ok([event('OpeningResumed', { name: actor.name })])
    },
  }),

  /** The opener's side declares the failure of the lot, which the trading platform then decides about (HLT-4, HLT-6). */
  DeclareFailure: preparedCommandRow({
    /** `jws`: the agency's signature, where one is asked for or given. */
    wire: z.strictObject({ ...failureForm, jws: z.string().max(20_000).optional() }),
    payload: z.strictObject({
      ...failureForm,
      signed: z.strictObject({ signature: certificateSignatureSchema, hash: z.string() }).nullable(),
    }),
    roles: openerAndAgency,
    ...atAnyTime,
    decide(state, { signed, ...form }, { actor, rules }) {
      const problem = failureProblem(state) ?? failureFormProblem(form, rules, isFailureSigned(state, rules))
      if (problem) return err(problem)
      if (!signed && isFailureSigned(state, rules)) return reject('failure-signature-missing')
      if (signed && signed.hash !== failureHash(state, form)) return reject('stale-document')
      const signature = signed?.signature ?? null
      return ok([event('FailureDeclared', { ...form, name: actor.name, signature })])
    },
  }),

  /** The trading platform approves the declared failure or refuses it, with a reason (HLT-7). */
  DecideFailure: serverCommandRow({
    payload: z.strictObject({ approved: z.boolean(), reason: text }),
    roles: platform,
    ...atAnyTime,
    decide(state, { approved, reason }) {
      if (!awaitsDecision(state)) return reject('failure-not-pending')
      if (reason === '') return reject('failure-decision-reason-missing')
      if (characterCount(reason) > haltReasonLength)
        return reject('halt-reason-too-long', { maximum: haltReasonLength })
      return ok([event('FailureDecided', { approved, reason })])
    },
  }),

  /**
   * The trading platform sets the lot status; the same status again changes nothing. A declared failure has to be decided
   * first (HLT-7).
   */
  ChangeLotStatus: serverCommandRow({
    payload: z.strictObject({ lot: z.enum(lotStatuses), reason: text.optional() }),
    roles: platform,
    ...atAnyTime,
    decide(state, { lot, reason = '' }) {
      if (lot === state.lot) return ok([])
      if (awaitsDecision(state)) return reject('failure-decision-due')
      if (characterCount(reason) > haltReasonLength)
        return reject('halt-reason-too-long', { maximum: haltReasonLength })
      return ok([event('LotStatusChanged', reason === '' ? { lot } : { lot, reason })])
    },
  }),
} as const

/** Why the opening cannot be halted in this way (HLT-1, HLT-2): a paused one can be stopped; null when it can. */
export function haltProblem(
  { lot }: Pick<SessionState, 'lot'>,
  { stopAllowed }: Pick<Rules, 'stopAllowed'>,
  kind: HaltKind,
): Rejection | null {
  if (kind === 'stopped' && !stopAllowed) return { code: 'stop-not-allowed', params: {} }
  return kind === 'stopped' && lot === 'paused' ? null : haltedProblem(lot)
}

/** What is wrong with the form of a pause or a stop; null when nothing is. */
export function haltTextProblem(
  kind: HaltKind,
  { reason, recorder }: Pick<FailureForm, 'reason' | 'recorder'>,
): Rejection | null {
  if (reason === '')
    return { code: kind === 'paused' ? 'pause-reason-missing' : 'stop-reason-missing', params: {} }
  if (characterCount(reason) > haltReasonLength)
    return { code: 'halt-reason-too-long', params: { maximum: haltReasonLength } }
  return recorderProblem(recorder)
}

/** Why the opener's side cannot let the opening go on (HLT-3); null when it can. */
export function resumeProblem(state: SessionState): Rejection | null {
  if (state.lot !== 'paused') return haltedProblem(state.lot) ?? { code: 'lot-not-paused', params: {} }
  const by = currentInterruption(state)?.role ?? 'platform'
  return by === 'platform' ? { code: 'paused-by-platform', params: {} } : null
}

/** Why no failure can be declared now (HLT-4); null when one can. */
export function failureProblem({ lot }: Pick<SessionState, 'lot'>): Rejection | null {
  return lot === 'failure-pending' ? { code: 'failure-pending', params: {} } : null
}

/** What is wrong with the form of a failure (HLT-4, HLT-6); null when nothing is. */
export function failureFormProblem(
  { reason, recorder, agent }: FailureForm,
  { failureReasonLength: maximum }: Pick<Rules, 'failureReasonLength'>,
  isSigned: boolean,
): Rejection | null {
  if (reason === '') return { code: 'failure-reason-missing', params: {} }
  if (characterCount(reason) > maximum) return { code: 'failure-reason-too-long', params: { maximum } }
  const problem = recorderProblem(recorder)
  if (problem) return problem
  if (isSigned && agent === '') return { code: 'failure-agent-missing', params: {} }
  if (characterCount(agent) <= recorderLength) return null
  return { code: 'failure-agent-too-long', params: { maximum: recorderLength } }
}

function recorderProblem(recorder: string): Rejection | null {
  if (recorder === '') return { code: 'recorder-missing', params: {} }
  if (characterCount(recorder) <= recorderLength) return null
  return { code: 'recorder-too-long', params: { maximum: recorderLength } }
}
