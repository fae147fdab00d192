import { type Dropped, noneDropped } from '#client/store/dropped-entries.ts'
import { nameIn } from '#client/store/people.ts'
import { type Entry, isHidden, toRecorded, type VisibleEntry } from '#domain/log/entry.ts'
import type { EventType } from '#domain/session/event.ts'
import { type DeadlineWarning, isOfWindows, warningsUntil } from '#domain/session/warnings.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import type { Language } from '#protocol/messages/codes.ts'
import type { Lookups, ProgressKind } from '#protocol/messages/progress/row.ts'
import { progressBidder, progressKind, progressLine } from '#protocol/messages/progress.ts'
import { warningSentence } from '#protocol/messages/window-sentences.ts'

/** A line of the progress log (SHL-14); its sentence is made on demand, see `createSentences`. */
export interface LogLine {
  readonly entry: Entry
  readonly kind: ProgressKind
  /** The line is a deadline warning, which is derived and has no entry; it came after `entry`. */
  readonly warning?: DeadlineWarning
  /** The lines before it that are folded into it, oldest first (`createFolding`). */
  readonly earlier?: readonly LogLine[]
  /** The seq of the line that a folded one began with; its key stays, whatever is added to it or dropped. */
  readonly began?: number
}

/** The time of a line (ISO). */
export function timeOf({ entry, warning }: LogLine): string {
  return warning ? isoTime(warning.at) : entry.at
}

/** Events that follow automatically from an act, such as the last confirmation, and are appended with it. */
const closings: ReadonlySet<string> = new Set<EventType>(['DecryptionClosed', 'ConfirmationClosed'])

/** The role that acted; `system` for warnings and for the end of a window. */
export function roleOf({ entry, warning }: Pick<LogLine, 'entry' | 'warning'>): string {
  return warning || closings.has(entry.type) ? 'system' : entry.role
}

/** The code of the bidder whom a line is about; null when it is about nobody in particular. */
export function bidderOf({ entry, warning }: Pick<LogLine, 'entry' | 'warning'>): string | null {
  return warning ? null : progressBidder(toRecorded(entry))
}

/** A line's unique key. */
export function keyOf({ entry, warning, began = entry.seq }: LogLine): string {
  return warning ? `${entry.seq} ${warning.window} ${warning.minutesLeft}` : `${began}`
}

/** The log as lines, oldest first. */
export interface LogLines {
  readonly lines: readonly LogLine[]
  /** The number of entries hidden from the viewer. */
  readonly hidden: number
  /** The number of lines by kind. */
  readonly counts: Readonly<Partial<Record<ProgressKind, number>>>
  /** The number of lines by acting role. */
  readonly roles: Readonly<Record<string, number>>
  /** Names by account, from visible entries of entering and messages. */
  readonly people: Readonly<Record<string, string>>
}

type Chunk = readonly VisibleEntry[]

interface Part extends LogLines {
  /** Whether an entry opens, extends or closes a window. */
  readonly windows: readonly Entry[]
}

/**
 * Creates a reader that turns a growing log into lines, including the warnings due by `now` (epoch ms, server's clock).
 * A chunk of entries is read only once. Entries that were `dropped` may have been read again.
 */
export function createLineReader(): (chunks: readonly Chunk[], now: number, dropped?: Dropped) => LogLines {
  const read = new WeakMap<Chunk, Part>()
  return (chunks, now, dropped = noneDropped) => {
    const parts = chunks.map((chunk) => {
      const part = read.get(chunk) ?? readLines(chunk)
      read.set(chunk, part)
      return part
    })
    // `concat` copies 100,000 lines as blocks, `flatMap` one by one.
    const lines = ([] as LogLine[]).concat(...parts.map((part) => part.lines))
    const first = chunks[0]?.[0]?.seq ?? 0
    const windows = dropped.windows.filter(({ seq }) => seq < first)
    for (const part of parts) windows.push(...part.windows)
    const warned = insertWarnings(lines, warningsUntil(now, windows))
    return {
      lines,
      hidden: parts.reduce((sum, part) => sum + part.hidden, 0),
      counts: summed([...parts.map((part) => part.counts), warned > 0 ? { deadline: warned } : {}]),
      roles: summed([...parts.map((part) => part.roles), warned > 0 ? { system: warned } : {}]),
      people: Object.assign({}, dropped.people, ...parts.map((part) => part.people)),
    }
  }
}

/** Inserts each warning after the last line that is not later; returns how many were inserted. */
function insertWarnings(lines: LogLine[], warnings: readonly DeadlineWarning[]): number {
  let inserted = 0
  for (const warning of warnings) {
    const place = firstIndex(lines, (line) => epochOf(timeOf(line)) > warning.at)
    const before = lines[place - 1]
    if (!before) continue
    lines.splice(place, 0, { entry: before.entry, kind: 'deadline', warning })
    inserted += 1
  }
  return inserted
}

function summed<Key extends string>(
  all: readonly Readonly<Partial<Record<Key, number>>>[],
): Record<Key, number> {
  const sums = {} as Record<Key, number>
  for (const counts of all) {
    for (const [key, count] of Object.entries(counts) as [Key, number][]) {
      sums[key] = (sums[key] ?? 0) + count
    }
  }
  return sums
}

function readLines(chunk: Chunk): Part {
  const lines: LogLine[] = []
  const windows: Entry[] = []
  const counts: Partial<Record<ProgressKind, number>> = {}
  const roles: Record<string, number> = {}
  const people: Record<string, string> = {}
  for (const entry of chunk) {
    if (isHidden(entry)) continue
    const event = toRecorded(entry)
    const kind = progressKind(event)
    lines.push({ entry, kind })
    counts[kind] = (counts[kind] ?? 0) + 1
    const role = roleOf({ entry })
    roles[role] = (roles[role] ?? 0) + 1
    if (isOfWindows(entry)) windows.push(entry)
    const name = nameIn(event)
    if (name) people[event.actor] = name
  }
  return { lines, hidden: chunk.length - lines.length, counts, roles, people, windows }
}

/** A line as a sentence. */
export type SentenceOf = (line: LogLine) => string

/**
 * Makes the sentences of lines, each once and on demand. Create it again when the language changes or names become
 * known.
 */
export function createSentences(language: Language, lookups: Lookups): SentenceOf {
  const made = new WeakMap<Entry, string>()
  return ({ entry, warning }) => {
    if (warning) return warningSentence(warning)[language === 'en' ? 1 : 0]
    const known = made.get(entry)
    if (known !== undefined) return known
    const sentence = progressLine(toRecorded(entry), language, lookups)
    made.set(entry, sentence)
    return sentence
  }
}

/**
 * The searchable text of a line, in lower case: its sentence, the code of its bidder, and the name of the acting person
 * ('' where it is not known).
 */
export function createSearchable(
  sentenceOf: SentenceOf,
  nameOfActor: (line: LogLine) => string,
): (line: LogLine) => string {
  const made = new WeakMap<Entry, string>()
  return (line) => {
    if (line.warning) return sentenceOf(line).toLowerCase()
    const known = made.get(line.entry)
    if (known !== undefined) return known
    const bidder = progressBidder(toRecorded(line.entry)) ?? ''
    const text = `${sentenceOf(line)}\n${bidder}\n${nameOfActor(line)}`.toLowerCase()
    made.set(line.entry, text)
    return text
  }
}

export interface LogFilter {
  /** Null: every kind. */
  readonly kind: ProgressKind | null
  /** Null: every role. */
  readonly role: string | null
  /** Searched in the text of `createSearchable`; empty: no search. */
  readonly text: string
}

export const noFilter: LogFilter = { kind: null, role: null, text: '' }

/** The lines that match a filter; all of them, without a check, for an empty filter. */
export function filterLines(
  lines: readonly LogLine[],
  { kind, role, text }: LogFilter,
  searchable: (line: LogLine) => string,
): readonly LogLine[] {
  if (isEmptyFilter({ kind, role, text })) return lines
  const sought = text.trim().toLowerCase()
  return lines.filter(
    (line) =>
      (kind === null || line.kind === kind) &&
      (role === null || roleOf(line) === role) &&
      (sought === '' || searchable(line).includes(sought)),
  )
}

/** Whether a filter lets every line through. */
export function isEmptyFilter({ kind, role, text }: LogFilter): boolean {
  return kind === null && role === null && text.trim() === ''
}

/** The number of lines (ascending by seq) up to `seq`. */
export function countUntil(lines: readonly LogLine[], seq: number): number {
  return firstIndex(lines, ({ entry }) => entry.seq > seq)
}

/** The index of the first line for which the condition holds; it must hold for all lines after it. */
function firstIndex(lines: readonly LogLine[], holds: (line: LogLine) => boolean): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    const line = lines[middle]
    if (line && !holds(line)) low = middle + 1
    else high = middle
  }
  return low
}
