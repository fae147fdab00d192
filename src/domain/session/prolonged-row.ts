import { z } from 'zod'
import { everybody } from './audience.ts'
import { eventRow } from './event-row.ts'
import { spanSchema, type TimedWindow, type WindowName } from './window.ts'

/**
 * The row of the event by which the server's clock prolongs a window (SES-19): the outages that it makes up for, by how
 * many seconds, and the new deadline.
 */
export function prolongedRow(name: WindowName) {
  return eventRow({
    version: 1,
    payload: z.strictObject({
      outages: z.array(spanSchema).readonly(),
      seconds: z.number().int(),
      deadline: z.string(),
    }),
    fold(draft, { payload: { outages, deadline } }) {
      const window: TimedWindow | null = draft[name]
      if (!window?.deadline) return
      window.deadline = deadline
      window.prolongedFor = [...window.prolongedFor, ...outages]
    },
    writes: [name],
    seenBy: everybody,
  })
}
