import type { Rejection } from './rejection.ts'

/**
 * The lot status (SES-9), BDZHUANGTAI on the wire: open; failure applied for but not approved; failed; stopped; paused.
 */
export const lotStatuses = ['open', 'failure-pending', 'failed', 'stopped', 'paused'] as const
export type LotStatus = (typeof lotStatuses)[number]

const halts = {
  'failure-pending': 'failure-pending',
  failed: 'flow-terminated',
  stopped: 'flow-terminated',
  paused: 'lot-paused',
} as const satisfies Partial<Record<LotStatus, Rejection['code']>>

/** The refusal of whatever needs an open lot (SES-9); null while it is open. */
export function haltedProblem(lot: LotStatus): Rejection | null {
  const code = haltOf(lot)
  return code && { code, params: {} }
}

/** Whether the opening does not go on unless the trading platform opens the lot again: nobody is asked for anything. */
export function isTerminated(lot: LotStatus): boolean {
  return haltOf(lot) === 'flow-terminated'
}

/** Why a lot is halted, as a code of the message catalogue; null while it is open. */
export function haltOf(lot: LotStatus): (typeof halts)[Exclude<LotStatus, 'open'>] | null {
  return lot === 'open' ? null : halts[lot]
}
