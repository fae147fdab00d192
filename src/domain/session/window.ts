import { z } from 'zod'
import { epochOf, isoTime } from '#lib/time.ts'

/** From when to when (ISO 8601). */
export const spanSchema = z.strictObject({ from: z.string(), to: z.string() }).readonly()
export type Span = z.infer<typeof spanSchema>

/** A window of time in which others act: issued by the opener, closed by an event. */
export interface Window {
  readonly limitMinutes: number
  readonly issuedAt: string
  deadline: string
  closed: boolean
}

/** Whether a window is open at `now` (epoch ms): issued, not closed, the deadline not reached. */
export function windowOpen(
  window: { readonly deadline: string | null; readonly closed: boolean } | null,
  now: number,
): boolean {
  if (!window?.deadline || window.closed) return false
  return now < epochOf(window.deadline)
}

/** ISO time `minutes` after `now`. */
export function deadlineAfter(now: number, minutes: number): string {
  return isoTime(now + minutes * 60_000)
}

/** Windows longer than a day are typing errors. */
export const longestWindowMinutes = 1440

/** Whether a window may last so many minutes: whole ones, at least one, at most a day. */
export function isWindowLength(minutes: number): boolean {
  return isPositiveInteger(minutes) && minutes <= longestWindowMinutes
}

function isPositiveInteger(value: number): boolean {
  return Number.isInteger(value) && value > 0
}
