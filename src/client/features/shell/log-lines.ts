import { type Entry, isHidden, toRecorded, type VisibleEntry } from '#domain/entry.ts'
import type { Language } from '#protocol/messages/codes.ts'
import type { DrawOf } from '#protocol/messages/draw-sentences.ts'
import {
  type FileKindOf,
  type NameOf,
  type ProgressKind,
  progressBidder,
  progressKind,
  progressLine,
} from '#protocol/messages/progress.ts'

/** One line of the progress log (S6); its sentence is made when it is looked at, see `createSentences`. */
export interface LogLine {
  readonly entry: Entry
  readonly kind: ProgressKind
}

/** The log as lines, oldest first. */
export interface LogLines {
  readonly lines: readonly LogLine[]
  /** Entries of which this viewer may only know that they exist. */
  readonly hidden: number
  /** Lines of each kind. */
  readonly counts: Readonly<Partial<Record<ProgressKind, number>>>
  /** Names by account, of those whose entering or a message can be seen. */
  readonly people: Readonly<Record<string, string>>
}

type Chunk = readonly VisibleEntry[]

/** Makes what reads a growing log into lines: a chunk of entries that is still there is not looked at again. */
export function createLineReader(): (chunks: readonly Chunk[]) => LogLines {
  const read = new WeakMap<Chunk, LogLines>()
  return (chunks) => {
    const parts = chunks.map((chunk) => {
      const part = read.get(chunk) ?? readLines(chunk)
      read.set(chunk, part)
      return part
    })
    const counts: Partial<Record<ProgressKind, number>> = {}
    for (const part of parts) {
      for (const [kind, count] of Object.entries(part.counts) as [ProgressKind, number][]) {
        counts[kind] = (counts[kind] ?? 0) + count
      }
    }
    return {
      // Of 100,000 lines this copies as a block, where `flatMap` goes through them one by one.
      lines: ([] as LogLine[]).concat(...parts.map((part) => part.lines)),
      hidden: parts.reduce((sum, part) => sum + part.hidden, 0),
      counts,
      people: Object.assign({}, ...parts.map((part) => part.people)),
    }
  }
}

function readLines(chunk: Chunk): LogLines {
  const lines: LogLine[] = []
  const counts: Partial<Record<ProgressKind, number>> = {}
  const people: Record<string, string> = {}
  for (const entry of chunk) {
    if (isHidden(entry)) continue
    const event = toRecorded(entry)
    const kind = progressKind(event)
    lines.push({ entry, kind })
    counts[kind] = (counts[kind] ?? 0) + 1
    const isPerson = event.type === 'ParticipantEntered' || event.type === 'MessagePosted'
    if (isPerson && event.payload.name) people[event.actor] = event.payload.name
  }
  return { lines, hidden: chunk.length - lines.length, counts, people }
}

/** A line as a sentence. */
export type SentenceOf = (line: LogLine) => string

/**
 * Lines as sentences, each made once. To be made anew when the language changes or bidders become known by name: only
 * what is in view, or searched, is then said again.
 */
export function createSentences(
  language: Language,
  nameOf: NameOf,
  kindOf?: FileKindOf,
  drawOf?: DrawOf,
): SentenceOf {
  const made = new WeakMap<Entry, string>()
  return ({ entry }) => {
    const known = made.get(entry)
    if (known !== undefined) return known
    const sentence = progressLine(toRecorded(entry), language, nameOf, kindOf, drawOf) ?? ''
    made.set(entry, sentence)
    return sentence
  }
}

/** What is searched of a line: its sentence and the code of the bidder whom it is about, in lower case. */
export function createSearchable(sentenceOf: SentenceOf): (line: LogLine) => string {
  const made = new WeakMap<Entry, string>()
  return (line) => {
    const known = made.get(line.entry)
    if (known !== undefined) return known
    const bidder = progressBidder(toRecorded(line.entry)) ?? ''
    const text = `${sentenceOf(line)}\n${bidder}`.toLowerCase()
    made.set(line.entry, text)
    return text
  }
}

export interface LogFilter {
  /** Null: every kind. */
  readonly kind: ProgressKind | null
  /** Sought in what `createSearchable` makes of a line; empty: everything. */
  readonly text: string
}

export const everything: LogFilter = { kind: null, text: '' }

/** The lines that a filter lets through; all of them, unlooked at, where it filters nothing. */
export function matching(
  lines: readonly LogLine[],
  { kind, text }: LogFilter,
  searchable: (line: LogLine) => string,
): readonly LogLine[] {
  const sought = text.trim().toLowerCase()
  if (kind === null && sought === '') return lines
  return lines.filter(
    (line) => (kind === null || line.kind === kind) && (sought === '' || searchable(line).includes(sought)),
  )
}

/** How many of the lines (by seq, ascending) stand at or before `seq`. */
export function countUntil(lines: readonly LogLine[], seq: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.entry.seq ?? 0) <= seq) low = middle + 1
    else high = middle
  }
  return low
}
