import type { LotStatus } from '#domain/session/lot.ts'

/** BDZHUANGTAI (LST-5); a lot with failure pending still counts as open. */
export const lotCodes = {
  open: 0,
  'failure-pending': 0,
  failed: 2,
  stopped: 3,
  paused: 4,
} as const satisfies Readonly<Record<LotStatus, number>>
