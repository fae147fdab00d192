import { z } from 'zod'
import { epochOf, isoTime } from '#lib/time.ts'
import { beginOf, type Span, spanSchema, type TimedWindow } from './window.ts'

/** A time in which a bidder was connected; `byNode`: it ended because the server's node stopped. */
const lineSpanSchema = z
  .strictObject({ from: z.string(), to: z.string(), byNode: z.literal(true).optional() })
  .readonly()
export type LineSpan = z.infer<typeof lineSpanSchema>

/** The health of a window that the server closes; spans may overlap and may reach beyond the window. */
export const windowHealthSchema = z
  .strictObject({
    /** Times in which no node served. */
    outages: z.array(spanSchema).readonly(),
    /** By bidder's code: times in which one of their clients was connected. */
    lines: z.record(z.string(), z.array(lineSpanSchema).readonly()).readonly(),
  })
  .readonly()
export type WindowHealth = z.infer<typeof windowHealthSchema>

/** A window without the time in which the lot was halted. */
export interface HaltedWindow extends Span {
  /** The parts that count, in order; between them the lot was halted. */
  readonly pieces: readonly Span[]
}

/** How a bidder was connected during a window. */
export const lineRecordSchema = z
  .strictObject({
    /** At most `mostSpans`, the last ones. */
    connected: z.array(spanSchema).readonly(),
    /** Total time connected, within the window. */
    seconds: z.number().int(),
    /**
     * How often the line was lost before the window's end, without losses caused by a node's stop. A loss while the lot
     * was halted counts if the bidder was still away when the halt ended.
     */
    losses: z.number().int(),
  })
  .readonly()
export type LineRecord = z.infer<typeof lineRecordSchema>

/** The greatest number of spans that the log keeps of a bidder. */
const mostSpans = 50
/** Many bidders come last, so each outage leaves at least this much of the window, in milliseconds. */
export const lastMinute = 60_000
const noSmallPart = 0.1

/** The parts of the spans that lie within the pieces of a window, merged and in order. */
export function within(pieces: readonly Span[], spans: readonly Span[]): Span[] {
  return pieces.flatMap((piece) => cutTo(piece, spans))
}

/** The parts of the window's pieces that no span covers. */
export function gapsIn(pieces: readonly Span[], spans: readonly Span[]): Span[] {
  return pieces.flatMap((piece) => gapsBetween(piece, cutTo(piece, spans)))
}

function cutTo(window: Span, spans: readonly Span[]): Span[] {
  const start = epochOf(window.from)
  const end = epochOf(window.to)
  const joined: { from: number; to: number }[] = []
  const cut = spans
    .map(({ from, to }) => ({ from: Math.max(start, epochOf(from)), to: Math.min(end, epochOf(to)) }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from)
  for (const { from, to } of cut) {
    const last = joined.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined.map(({ from, to }) => ({ from: isoTime(from), to: isoTime(to) }))
}

function gapsBetween(window: Span, spans: readonly Span[]): Span[] {
  const starts = [window.from, ...spans.map(({ to }) => to)]
  const ends = [...spans.map(({ from }) => from), window.to]
  return starts.flatMap((from, i) => {
    const to = ends[i] ?? window.to
    return from < to ? [{ from, to }] : []
  })
}

/** The sum of spans that do not overlap. */
export function millisecondsOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + epochOf(to) - epochOf(from), 0)
}

/** The same in whole seconds, rounded up as a window's prolongation is (SES-19). */
export function secondsOf(spans: readonly Span[]): number {
  return Math.ceil(millisecondsOf(spans) / 1000)
}

/**
 * Whether outages that the window was not prolonged for, as in logs of older versions, kept bidders from handing over
 * a key: a tenth of the window in sum, or any outage that left less than a minute. Time in which the lot was halted does
 * not count.
 */
export function hallWasAway(pieces: readonly Span[], outages: readonly Span[]): boolean {
  const away = within(pieces, outages)
  const last = away.at(-1)
  if (!last) return false
  const left = within(pieces, [{ from: last.to, to: pieces.at(-1)?.to ?? last.to }])
  return millisecondsOf(left) < lastMinute || millisecondsOf(away) >= noSmallPart * millisecondsOf(pieces)
}

/** The record of a bidder's line during a window. */
export function lineRecord(pieces: readonly Span[], connected: readonly LineSpan[]): LineRecord {
  const spans = within(pieces, connected)
  const begun = new Set(spans.map(({ from }) => from))
  // A line that ends with a piece is lost only if it is missing at the start of the next piece.
  const isKept = new Map(
    pieces.map(({ to }, i) => [to, begun.has(pieces[i + 1]?.from ?? '') || !pieces[i + 1]]),
  )
  const byNode = new Set(connected.flatMap((span) => (span.byNode ? [isoTime(epochOf(span.to))] : [])))
  const losses = spans.filter(({ to }) => !isKept.get(to) && !byNode.has(to)).length
  return { connected: spans.slice(-mostSpans), seconds: secondsOf(spans), losses }
}

/** A window; null before its command and where it has no deadline. */
export function windowSpan(window: TimedWindow | null, halts: readonly Span[]): HaltedWindow | null {
  if (!window?.deadline) return null
  const span = { from: beginOf(window), to: window.deadline }
  return { ...span, pieces: gapsIn([span], halts) }
}
