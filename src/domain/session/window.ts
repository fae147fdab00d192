import { z } from 'zod'
import { epochOf, isoTime } from '#lib/time.ts'
import type { Rejection } from './rejection.ts'

/** A span of time (ISO 8601). */
export const spanSchema = z.strictObject({ from: z.string(), to: z.string() }).readonly()
export type Span = z.infer<typeof spanSchema>

/** The windows, in the order of an opening; each is a field of the round (`Round`). */
export const windowNames = ['decryption', 'inquiry', 'confirmation', 'signing'] as const
export type WindowName = (typeof windowNames)[number]

/** A time in which others act: ordered by the opener, closed by an event. */
export interface Window {
  readonly limitMinutes: number
  readonly issuedAt: string
  deadline: string
  closed: boolean
  /** The hall's outages that it was prolonged for (SES-19). */
  prolongedFor: readonly Span[]
}

/** What all windows have in common; the opening of files without encryption has no deadline. */
export interface TimedWindow {
  readonly issuedAt: string
  /** When it was extended after its end: from then on its time counts. */
  readonly extendedAt?: string | null
  deadline: string | null
  closed: boolean
  prolongedFor: readonly Span[]
}

/** The start of a window's time. */
export function beginOf({ issuedAt, extendedAt }: TimedWindow): string {
  return extendedAt ?? issuedAt
}

/** Whether a window is open at `now` (epoch ms): ordered, not closed, before its deadline. */
export function windowOpen(window: Pick<TimedWindow, 'deadline' | 'closed'> | null, now: number): boolean {
  if (!window?.deadline || window.closed) return false
  return now < epochOf(window.deadline)
}

/** ISO time `minutes` after `now`. */
export function deadlineAfter(now: number, minutes: number): string {
  return isoTime(now + minutes * 60_000)
}

/** A longer window would be a typing error (SES-6). */
export const longestWindowMinutes = 1440

/** Why a window may not have this length in minutes (SES-6); null when it may. */
export function windowLengthProblem(minutes: number): Rejection | null {
  if (!(Number.isInteger(minutes) && minutes > 0)) return { code: 'limit-not-positive-integer', params: {} }
  if (minutes <= longestWindowMinutes) return null
  return { code: 'limit-too-long', params: { maximum: longestWindowMinutes } }
}
