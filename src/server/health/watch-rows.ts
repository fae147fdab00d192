import type { Pool } from 'pg'
import type { Span } from '#domain/session/window.ts'
import { gapsIn, type LineSpan, type WindowHealth } from '#domain/session/window-health.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import type { MarkedFields, MarkedTable, Marks } from '../secrets/marks.ts'
import type { BidderConnection } from './bidder-connections.ts'
import { type Beat, beatFields, type Line, lineFields, type Outage, outageFields } from './evidence-fields.ts'

/*
 * The rows of the node watch. Each has a mark over all of it (KEY-5): on them the hall prolongs windows and writes into
 * the log how bidders were connected. A row without a right mark counts for nothing.
 */

/** The tables with evidence of windows. */
export type EvidenceTable = Extract<MarkedTable, 'node-beat' | 'hall-outage' | 'bidder-line'>

/** This long (ms) without a beat of any node is an outage. */
export const gapMilliseconds = 3000
/** This long (ms) without an answer the database counts as unavailable. */
export const answerMilliseconds = 5000

/** Whether the hall wrote a row: its mark over these fields, the first of them its primary key, is right. */
type IsRight = (table: EvidenceTable, fields: MarkedFields, mark: string | null) => boolean

/** Times are in epoch ms; `givenNow` stands for the database's clock in tests, null: the database takes its own. */
interface Parts {
  readonly pool: Pool
  /** This node's id. */
  readonly node: string
  readonly marks: Marks
  /** Called for a row that the hall did not write; `id` is its primary key. */
  onForged(table: EvidenceTable, id: string): void
  givenNow(): string | null
}

export function createWatchRows({ pool, node, marks, onForged, givenNow }: Parts) {
  const isRight: IsRight = (table, fields, mark) => {
    const right = marks.isRight(table, fields, mark)
    if (!right) onForged(table, String(fields[0]))
    return right
  }

  return {
    /** The database's time, and the last beat of any node; beats are looked for only after a gap since `answered`. */
    async readLast(answered: number | null): Promise<{ now: number; last: number | null }> {
      const since = answered === null ? null : isoTime(answered)
      const { rows } = await pool.query<NowRow & (BeatRow | NoBeat)>(lastQuery, [givenNow(), since])
      const beats = rows.filter((row) => row.node !== null)
      const found = beats.find((row) => isRightBeat(isRight, row))
      const [row] = rows
      if (!row) throw new Error('the database does not tell its time')
      return { now: row.now.getTime(), last: found ? found.at.getTime() : answered }
    },

    /** Several nodes record an outage once: `recorded` tells whether this one did. */
    async writeBeat(now: number, outage: Span | null): Promise<{ answered: number; recorded: boolean }> {
      const { rows } = await pool.query<{ answered: Date; recorded: boolean }>(beatQuery, [
        ...[node, isoTime(now), marks.of('node-beat', beatFields({ node, at: new Date(now) }))],
        ...[outage?.from, outage?.to, outage && outageMark(marks, outage)],
        givenNow(),
      ])
      const [row] = rows
      if (!row) throw new Error('the beat was not written')
      return { answered: row.answered.getTime(), recorded: row.recorded }
    },

    async writeLines(lines: readonly BidderConnection[]): Promise<void> {
      await pool.query(writeLinesQuery, columnsOf(lines, node, marks))
    },

    /** `atWork`: the times for which this node knows that it was at work, whatever the database says. */
    async readWindow(
      sessionId: string,
      window: Span,
      now: number,
      atWork: readonly Span[],
    ): Promise<WindowHealth> {
      const outages = await readOutages(pool, isRight, window, now)
      const lines = await readLines(pool, isRight, sessionId, window, now)
      return { outages: outages.flatMap((outage) => gapsIn([outage], atWork)), lines }
    },
  }
}

function isRightBeat(isRight: IsRight, { node, at, mark }: BeatRow): boolean {
  return isRight('node-beat', beatFields({ node, at }), mark)
}

function columnsOf(lines: readonly BidderConnection[], node: string, marks: Marks) {
  const rows = lines.map(({ id, sessionId, bidderCode, from, until }) => {
    const untilAt = until === null ? null : new Date(until)
    return { id, sessionId, bidderCode, node, fromAt: new Date(from), untilAt }
  })
  return [
    rows.map(({ id }) => id),
    rows.map(({ sessionId }) => sessionId),
    rows.map(({ bidderCode }) => bidderCode),
    node,
    rows.map(({ fromAt }) => fromAt),
    rows.map(({ untilAt }) => untilAt),
    rows.map((row) => marks.of('bidder-line', lineFields(row))),
  ]
}

function outageMark(marks: Marks, { from, to }: Span): string {
  return marks.of('hall-outage', outageFields({ fromAt: new Date(from), toAt: new Date(to) }))
}

/** The recorded outages, up to now. */
async function readOutages(pool: Pool, isRight: IsRight, window: Span, now: number): Promise<Span[]> {
  const { rows } = await pool.query<OutageRow>(outagesQuery, [window.from, window.to])
  return rows
    .filter((row) => isRight('hall-outage', outageFields(row), row.mark))
    .map(({ fromAt, toAt }) => spanOf(fromAt, Math.min(toAt.getTime(), now)))
}

/** By bidder's code. */
async function readLines(
  pool: Pool,
  isRight: IsRight,
  sessionId: string,
  { from, to }: Span,
  now: number,
): Promise<Record<string, LineSpan[]>> {
  const { rows: beatRows } = await pool.query<BeatRow>(beatsOfLinesQuery, [sessionId, to])
  const rightBeats = beatRows.filter((row) => isRightBeat(isRight, row))
  const beats = new Map(rightBeats.map(({ node, at }) => [node, at.getTime()]))
  const { rows } = await pool.query<LineRow>(linesQuery, [sessionId, from, to])
  const lines: Record<string, LineSpan[]> = {}
  for (const row of rows) {
    if (!isRight('bidder-line', lineFields(row), row.mark)) continue
    const line = lineSpan(row, beats.get(row.node), now)
    if (!line || epochOf(line.to) <= epochOf(from)) continue
    const known = lines[row.bidderCode] ?? []
    lines[row.bidderCode] = known
    known.push(line)
  }
  return lines
}

interface NowRow {
  readonly now: Date
}

interface NoBeat {
  readonly node: null
}

interface Marked {
  readonly mark: string | null
}
type BeatRow = Beat & Marked
type OutageRow = Outage & Marked
type LineRow = Line & Marked

/** `beat`: the last one of the line's node. The connections of a dead node count as ended at it. */
function lineSpan({ fromAt, untilAt }: Line, beat: number | undefined, now: number): LineSpan | null {
  const from = fromAt.getTime()
  const atWork = beat !== undefined && beat > now - gapMilliseconds - answerMilliseconds
  const byNode = untilAt === null && !atWork
  const end = untilAt?.getTime() ?? (atWork ? now : beat)
  if (end === undefined || Math.min(end, now) <= from) return null
  const span = spanOf(fromAt, Math.min(end, now))
  return byNode ? { ...span, byNode } : span
}

function spanOf(from: Date, to: number): Span {
  return { from: from.toISOString(), to: isoTime(to) }
}

/** $1 now or null, $2 when the database last answered this node. */
const lastQuery = `
  select shared.now, node, at, mark
  from (select coalesce($1::timestamptz, clock_timestamp()) as now,
    coalesce($2::timestamptz, '-infinity') as answered) as shared
  left join node_beat on at > answered and answered < shared.now - interval '${gapMilliseconds} milliseconds'
  order by at desc nulls last`

/** $4 to $6: an outage or null; $7 now or null. */
const beatQuery = `
  with missed as (
    insert into hall_outage (from_at, to_at, mark)
    select $4::timestamptz, $5::timestamptz, $6::text where $4::timestamptz is not null
    on conflict (from_at) do nothing
    returning from_at
  )
  insert into node_beat (node, at, mark) values ($1::uuid, $2::timestamptz, $3::text)
  on conflict (node) do update set at = excluded.at, mark = excluded.mark
  returning coalesce($7::timestamptz, clock_timestamp()) as answered,
    exists (select from missed) as recorded`

const writeLinesQuery = `
  insert into bidder_line (id, session_id, bidder_code, node, from_at, until_at, mark)
  select id, session_id, bidder_code, $4::uuid, from_at, until_at, mark
  from unnest($1::uuid[], $2::uuid[], $3::text[], $5::timestamptz[], $6::timestamptz[], $7::text[])
    as line (id, session_id, bidder_code, from_at, until_at, mark)
  on conflict (id) do update set until_at = excluded.until_at, mark = excluded.mark`

const outagesQuery = `
  select from_at as "fromAt", to_at as "toAt", mark from hall_outage
  where to_at > $1::timestamptz and from_at < $2::timestamptz order by from_at`

/** $1 section, $2 and $3 the window. */
const linesQuery = `
  select id, session_id as "sessionId", bidder_code as "bidderCode", node, from_at as "fromAt",
    until_at as "untilAt", mark
  from bidder_line
  where session_id = $1 and from_at < $3::timestamptz and (until_at is null or until_at > $2::timestamptz)`

/** $1 section, $2 the window's end. */
const beatsOfLinesQuery = `
  select node, at, mark from node_beat where node in (
    select node from bidder_line
    where session_id = $1 and from_at < $2::timestamptz and until_at is null)`
