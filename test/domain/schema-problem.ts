import type { z } from 'zod'
import { type Entry, toRecorded } from '#domain/log/entry.ts'
import { eventTable } from '#domain/session/event-table.ts'

/** The problem of an upcast entry by the schemas of its event's row; null when it has none. */
export function schemaProblem(entry: Entry): string | null {
  const { type, payload, private: secrets } = toRecorded(entry)
  const row: { payload: z.ZodType; private?: z.ZodObject; version: number } = eventTable[type]
  const secretSchema = entry.version < row.version ? row.private?.partial() : row.private
  const parsed = [row.payload.safeParse(payload), secretSchema?.safeParse(secrets)]
  if (!row.private && Object.keys(secrets).length > 0) return `${type}: unknown private fields`
  const problem = parsed.find((result) => result && !result.success)
  return problem ? `${type}: ${problem.error?.message}` : null
}
