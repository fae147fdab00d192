import { type Entry, isHidden, toRecorded, type VisibleEntry } from '#domain/log/entry.ts'
import type { EventType } from '#domain/session/event.ts'
import { type DeadlineWarning, isOfWindows, warningsUntil } from '#domain/session/warnings.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import type { Language } from '#protocol/messages/codes.ts'
import type { DrawOf, FileKindOf, NameOf, ProgressKind } from '#protocol/messages/progress/row.ts'
import { progressBidder, progressKind, progressLine } from '#protocol/messages/progress.ts'
import { warningSentence } from '#protocol/messages/window-sentences.ts'

/** One line of the progress log (SHL-14); its sentence is made when it is looked at, see `createSentences`. */
export interface LogLine {
  readonly entry: Entry
  readonly kind: ProgressKind
  /** The line is a deadline's warning, which follows from the log and has no entry: it came after `entry`. */
  readonly warning?: DeadlineWarning
}

/** When what a line tells of happened (ISO). */
export function timeOf({ entry, warning }: LogLine): string {
  return warning ? isoTime(warning.at) : entry.at
}

/** What follows by rule from somebody's act, such as the last confirmation, and is written with it. */
const closings: ReadonlySet<string> = new Set<EventType>(['DecryptionClosed', 'ConfirmationClosed'])

/** Whose act a line tells of, by role; a warning, and the end of a window, are the system's. */
export function roleOf({ entry, warning }: Pick<LogLine, 'entry' | 'warning'>): string {
  return warning || closings.has(entry.type) ? 'system' : entry.role
}

/** What tells a line from every other. */
export function keyOf({ entry, warning }: LogLine): string {
  return warning ? `${entry.seq} ${warning.window} ${warning.minutesLeft}` : `${entry.seq}`
}

/** The log as lines, oldest first. */
export interface LogLines {
  readonly lines: readonly LogLine[]
  /** Entries of which this viewer may only know that they exist. */
  readonly hidden: number
  /** Lines of each kind. */
  readonly counts: Readonly<Partial<Record<ProgressKind, number>>>
  /** Lines of each role's acts. */
  readonly roles: Readonly<Record<string, number>>
  /** Names by account, of those whose entering or a message can be seen. */
  readonly people: Readonly<Record<string, string>>
}

type Chunk = readonly VisibleEntry[]

interface Part extends LogLines {
  /** Entries that open, move or close a window. */
  readonly windows: readonly Entry[]
}

/**
 * Makes what reads a growing log into lines, the warnings that were due by `now` (epoch ms, server's clock) among
 * them: a chunk of entries that is still there is not looked at again.
 */
export function createLineReader(): (chunks: readonly Chunk[], now: number) => LogLines {
  const read = new WeakMap<Chunk, Part>()
  return (chunks, now) => {
    const parts = chunks.map((chunk) => {
      const part = read.get(chunk) ?? readLines(chunk)
      read.set(chunk, part)
      return part
    })
    // Of 100,000 lines this copies as a block, where `flatMap` goes through them one by one.
    const lines = ([] as LogLine[]).concat(...parts.map((part) => part.lines))
    const windows = parts.flatMap((part) => part.windows)
    const warned = insertWarnings(lines, warningsUntil(now, windows))
    return {
      lines,
      hidden: parts.reduce((sum, part) => sum + part.hidden, 0),
      counts: summed([...parts.map((part) => part.counts), warned > 0 ? { deadline: warned } : {}]),
      roles: summed([...parts.map((part) => part.roles), warned > 0 ? { system: warned } : {}]),
      people: Object.assign({}, ...parts.map((part) => part.people)),
    }
  }
}

/** Puts each warning after the last line of its time or before; returns how many there were. */
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
    const isPerson = event.type === 'ParticipantEntered' || event.type === 'MessagePosted'
    if (isPerson && event.payload.name) people[event.actor] = event.payload.name
  }
  return { lines, hidden: chunk.length - lines.length, counts, roles, people, windows }
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
  return ({ entry, warning }) => {
    if (warning) return warningSentence(warning)[language === 'en' ? 1 : 0]
    const known = made.get(entry)
    if (known !== undefined) return known
    const sentence = progressLine(toRecorded(entry), language, nameOf, kindOf, drawOf)
    made.set(entry, sentence)
    return sentence
  }
}

/**
 * What is searched of a line: its sentence, the code of the bidder whom it is about, and the name of who did it (''
 * where it is not known), in lower case.
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
  /** Null: whoever did it. */
  readonly role: string | null
  /** Sought in what `createSearchable` makes of a line; empty: everything. */
  readonly text: string
}

export const noFilter: LogFilter = { kind: null, role: null, text: '' }

/** The lines that a filter lets through; all of them, unlooked at, where it filters nothing. */
export function filterLines(
  lines: readonly LogLine[],
  { kind, role, text }: LogFilter,
  searchable: (line: LogLine) => string,
): readonly LogLine[] {
  const sought = text.trim().toLowerCase()
  if (kind === null && role === null && sought === '') return lines
  return lines.filter(
    (line) =>
      (kind === null || line.kind === kind) &&
      (role === null || roleOf(line) === role) &&
      (sought === '' || searchable(line).includes(sought)),
  )
}

/** How many of the lines (by seq, ascending) stand at or before `seq`. */
export function countUntil(lines: readonly LogLine[], seq: number): number {
  return firstIndex(lines, ({ entry }) => entry.seq > seq)
}

/** Where those begin of which it is so, as it is of all that follow them. */
function firstIndex(lines: readonly LogLine[], isSo: (line: LogLine) => boolean): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    const line = lines[middle]
    if (line && !isSo(line)) low = middle + 1
    else high = middle
  }
  return low
}
