import { z } from 'zod'
import { epochOf, isoTime } from '#lib/time.ts'
import { type Span, spanSchema } from '../session/window.ts'
import type { DecryptionState } from './decryption-state.ts'

/** A time in which a bidder was connected; `byNode`: it ended with the server's node, not with the bidder's line. */
const lineSpanSchema = z
  .strictObject({ from: z.string(), to: z.string(), byNode: z.literal(true).optional() })
  .readonly()
export type LineSpan = z.infer<typeof lineSpanSchema>

/** What the server saw of a window that it closes; spans may overlap each other and reach beyond the window. */
export const windowHealthSchema = z
  .strictObject({
    /** Times in which no node of the hall served. */
    outages: z.array(spanSchema).readonly(),
    /** By bidder: times in which one of theirs was connected. */
    lines: z.record(z.string(), z.array(lineSpanSchema).readonly()).readonly(),
  })
  .readonly()
export type WindowHealth = z.infer<typeof windowHealthSchema>

/** A window whose time stands still while the lot is halted. */
export interface HaltedWindow extends Span {
  /** The time that counts, in order; between them the lot was halted. */
  readonly pieces: readonly Span[]
}

/** How a bidder was connected during a window. */
export const lineRecordSchema = z
  .strictObject({
    /** The last ones, where there were very many. */
    connected: z.array(spanSchema).readonly(),
    /** In all, within the window. */
    seconds: z.number().int(),
    /**
     * How often the line was lost before the window's end, a node's death apart. Losing it while the lot was halted counts
     * if it stayed so.
     */
    losses: z.number().int(),
  })
  .readonly()
export type LineRecord = z.infer<typeof lineRecordSchema>

/** Spans of a bidder that the log keeps. */
const mostSpans = 50
const lastMinute = 60_000
const noSmallPart = 0.1

/** What of the spans lies within the pieces of a window, joined where they touch, in order of time. */
export function within(pieces: readonly Span[], spans: readonly Span[]): Span[] {
  return pieces.flatMap((piece) => cutTo(piece, spans))
}

/** The rest of the window's pieces. */
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

/** The same in whole seconds. */
export function secondsOf(spans: readonly Span[]): number {
  return Math.round(millisecondsOf(spans) / 1000)
}

/**
 * Whether the hall's own outages kept bidders from handing over a key: within the last minute any at all, since many
 * come last; otherwise a tenth of the window in sum. The time in which the lot was halted counts for neither.
 */
export function hallWasAway(pieces: readonly Span[], outages: readonly Span[]): boolean {
  const away = within(pieces, outages)
  const last = away.at(-1)
  if (!last) return false
  const left = within(pieces, [{ from: last.to, to: pieces.at(-1)?.to ?? last.to }])
  return millisecondsOf(left) < lastMinute || millisecondsOf(away) >= noSmallPart * millisecondsOf(pieces)
}

/** A bidder's line during the window, out of when they were connected. */
export function lineRecord(pieces: readonly Span[], connected: readonly LineSpan[]): LineRecord {
  const spans = within(pieces, connected)
  const begun = new Set(spans.map(({ from }) => from))
  // At the end of a piece it depends on how the next one begins; at the end of all nothing is lost.
  const isKept = new Map(
    pieces.map(({ to }, i) => [to, begun.has(pieces[i + 1]?.from ?? '') || !pieces[i + 1]]),
  )
  const byNode = new Set(connected.flatMap((span) => (span.byNode ? [isoTime(epochOf(span.to))] : [])))
  const losses = spans.filter(({ to }) => !isKept.get(to) && !byNode.has(to)).length
  return { connected: spans.slice(-mostSpans), seconds: secondsOf(spans), losses }
}

/** The decryption window as it stands; null before the command, and where no time is set. */
export function decryptionSpan({
  decryption,
  halts,
}: {
  readonly decryption: DecryptionState | null
  readonly halts: readonly Span[]
}): HaltedWindow | null {
  if (!decryption?.deadline) return null
  const window = { from: decryption.issuedAt, to: decryption.deadline }
  return { ...window, pieces: gapsIn([window], halts) }
}
