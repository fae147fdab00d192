import { z } from 'zod'
import type { Alarm, Head } from '#streams/seen-log.ts'

/*
 * What this tab has seen of sections' logs, kept until the tab is closed, also over a reload and a logout (ALM-6): the
 * last entry of each log, and the alarm where something contradicted it. There are hashes in it and nothing else.
 */

const headSchema = z.object({
  epoch: z.string(),
  seq: z.number(),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
})
const alarmSchema = z.object({
  reason: z.enum(['forked', 'shorter', 'snapshot', 'broken']),
  seen: headSchema,
  shown: headSchema,
})

/** Logging out removes only keys that begin with `kaibiao.`. */
const headKey = (session: string) => `log-of-kaibiao.head.${session}`
const alarmKey = (session: string) => `log-of-kaibiao.alarm.${session}`

export const alarms = {
  /** The last entry that was seen of a section's log; null where none was. */
  head: (session: string): Head | null => read(headKey(session), headSchema),
  keepHead: (session: string, head: Head): void => keep(headKey(session), head),
  alarm: (session: string): Alarm | null => read(alarmKey(session), alarmSchema),
  keepAlarm: (session: string, alarm: Alarm): void => keep(alarmKey(session), alarm),
}

function keep(key: string, value: Head | Alarm): void {
  sessionStorage.setItem(key, JSON.stringify(value))
}

function read<T>(key: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data ?? null
  } catch {
    // Not written by this code.
    return null
  }
}
