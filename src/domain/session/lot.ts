import type { Rejection } from './rejection.ts'

/**
 * How the trading platform says the lot stands: open; its failure applied for and not approved yet; failed; stopped;
 * paused (SES-9). BDZHUANGTAI on the wire.
 */
export const lotStatuses = ['open', 'failure-pending', 'failed', 'stopped', 'paused'] as const
export type LotStatus = (typeof lotStatuses)[number]

const halts = {
  'failure-pending': 'failure-pending',
  failed: 'flow-terminated',
  stopped: 'flow-terminated',
  paused: 'lot-paused',
} as const satisfies Partial<Record<LotStatus, Rejection['code']>>

/** Why the flow goes no further, as a code of the message catalogue; null while the lot is open. */
export function haltOf(lot: LotStatus): (typeof halts)[Exclude<LotStatus, 'open'>] | null {
  return lot === 'open' ? null : halts[lot]
}
