import { epochOf } from '#lib/time.ts'

/** From when a section may be entered (epoch ms): so many minutes before it opens. */
export function entryOpensAt(opensAt: string, leadMinutes: number): number {
  return epochOf(opensAt) - leadMinutes * 60_000
}
