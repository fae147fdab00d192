import { z } from 'zod'
import type { Alarm, Head } from '#streams/seen-log.ts'

/*
 * What this tab has seen of sections' logs, kept until the tab is closed, also over a reload and a logout (ALM-6): the
 * last entry of each log, and the alarm where something contradicted it. There are hashes in it and nothing else.
 */

const headSchema = z.object({ epoch: z.string(), seq: z.number(), hash: z.string().nullable() })
const alarmSchema = z.object({
  reason: z.enum(['forked', 'shorter', 'snapshot', 'broken']),
  seen: headSchema,
  shown: headSchema,
})

/** Logging out removes only keys that begin with `kaibiao.`. */
const headKey = (session: string) => `log-of-kaibiao.head.${session}`
const alarmKey = (session: string) => `log-of-kaibiao.alarm.${session}`

export interface Alarms {
  /** The last entry that was seen of a section's log; null where none was. */
  head(session: string): Head | null
  keepHead(session: string, head: Head): void
  alarm(session: string): Alarm | null
  keepAlarm(session: string, alarm: Alarm): void
}

/** `storage` is asked for at each use, so that it is not touched before it is needed. */
export function createAlarms(storage: () => Storage): Alarms {
  function read<T>(key: string, schema: z.ZodType<T>): T | null {
    try {
      return schema.safeParse(JSON.parse(storage().getItem(key) ?? 'null')).data ?? null
    } catch {
      // Not written by this code.
      return null
    }
  }
  return {
    head: (session) => read(headKey(session), headSchema),
    keepHead: (session, head) => storage().setItem(headKey(session), JSON.stringify(head)),
    alarm: (session) => read(alarmKey(session), alarmSchema),
    keepAlarm: (session, alarm) => storage().setItem(alarmKey(session), JSON.stringify(alarm)),
  }
}

export const alarms = createAlarms(() => sessionStorage)
