import { and, asc, gte, isNotNull, lt, ne, notInArray, sql } from 'drizzle-orm'
import { flow } from '#domain/session/flow.ts'
import type { Clock } from '#lib/ports.ts'
import { ok } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import { mostOpeningsToday, type OpeningToday } from '#protocol/calls/openings-today.ts'
import type { sectionListCalls } from '#protocol/calls/section-list.ts'
import { lotCodes } from '#protocol/lot-status.ts'
import type { Database } from '../db/database.ts'
import { session } from '../db/schema.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handler } from '../transport/handler.ts'

interface OpeningsToday {
  readonly sections: OpeningToday[]
  readonly more: boolean
}

/** Answers everybody with what opens today, where the region's home page says it. */
export function openingsTodayHandler({
  database,
  clock,
  settings,
}: Services): Handler<(typeof sectionListCalls)['getOpeningsToday']> {
  const { hall, timeZone } = settings.variant
  const openingsToday = createOpeningsToday(database, clock, timeZone)
  return async () => (hall.openingsOnHome ? ok(await openingsToday()) : refuse('not-found'))
}

/** Whoever opens the home page asks: the database is asked once in this time, however many they are. */
const keptMilliseconds = 15_000

/**
 * What opens today in the region's time zone and has not ended, was not stopped and has not failed (LST-15). All who ask
 * within a few seconds get one answer.
 */
function createOpeningsToday({ reads }: Pick<Database, 'reads'>, clock: Clock, timeZone: string) {
  let kept: { readonly until: number; readonly answer: Promise<OpeningsToday> } | null = null

  async function read(now: number): Promise<OpeningsToday> {
    const midnight = sql`date_trunc('day', ${isoTime(now)}::timestamptz at time zone ${timeZone})`
    const rows = await reads
      .select({
        bdbh: session.sectionCode,
        bdmc: session.sectionName,
        opensAt: session.opensAt,
        flow: session.flow,
      })
      .from(session)
      .where(
        and(
          isNotNull(session.sectionCode),
          // As in the index; an ended one is over, too.
          ne(session.status, 'opened'),
          ne(session.status, 'failed'),
          notInArray(session.lotStatus, [lotCodes.failed, lotCodes.stopped]),
          gte(session.opensAt, sql`${midnight} at time zone ${timeZone}`),
          lt(session.opensAt, sql`(${midnight} + interval '1 day') at time zone ${timeZone}`),
        ),
      )
      .orderBy(asc(session.opensAt), asc(session.sectionCode), asc(session.id))
      .limit(mostOpeningsToday + 1)
    const sections = rows.slice(0, mostOpeningsToday).map((row) => ({
      bdbh: row.bdbh ?? '',
      bdmc: row.bdmc ?? '',
      OpenBidTime: row.opensAt?.toISOString() ?? '',
      running: row.flow >= flow.opening,
    }))
    return { sections, more: rows.length > mostOpeningsToday }
  }

  return (): Promise<OpeningsToday> => {
    const now = clock()
    if (kept && now < kept.until && now >= kept.until - keptMilliseconds) return kept.answer
    const answer = read(now)
    const asked = { until: now + keptMilliseconds, answer }
    kept = asked
    // A failed reading is not kept.
    answer.catch(() => {
      if (kept === asked) kept = null
    })
    return answer
  }
}
