import { and, inArray, sql } from 'drizzle-orm'
import type { EventType } from '#domain/session/event.ts'
import { entry } from '../db/schema.ts'
import type { Services } from '../services.ts'

const changes: EventType[] = ['WorkerAdded', 'WorkerRemoved']

/** The number of people in the tables of site staff of these sections; sections without any are left out. */
export async function staffCounts(
  { reads }: Services['database'],
  sessions: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (sessions.length === 0) return new Map()
  const count = sql<number>`sum(case when ${entry.type} = 'WorkerAdded' then 1 else -1 end)::int`
  const rows = await reads
    .select({ session: entry.sessionId, count })
    .from(entry)
    .where(and(inArray(entry.sessionId, [...sessions]), inArray(entry.type, changes)))
    .groupBy(entry.sessionId)
  return new Map(rows.map((row) => [row.session, row.count]))
}
