import { epochOf } from '#lib/time.ts'

/** When a section may be entered (epoch ms): `leadMinutes` before it opens. */
export function entryOpensAt(opensAt: string, leadMinutes: number): number {
  return epochOf(opensAt) - leadMinutes * 60_000
}
