import { z } from 'zod'
import type { Clock } from '#lib/ports.ts'
import { failedResponse } from './operation.ts'

/** `clock-off`: the machine's clock is more than a second off the database's; with 503 it takes no commands (DBC-3). */
const healthSchema = z.strictObject({
  status: z.enum(['ok', 'clock-off']),
  version: z.string(),
  time: z.iso.datetime(),
  /** By how much the machine's clock is ahead of the database's; negative when behind. */
  clockAheadMilliseconds: z.number().int(),
})

/** The API description's entry of the health check for load balancers. */
export const healthOperation = {
  operationId: 'getHealth',
  summary: 'Whether this node answers and reaches its database',
  tags: ['node'],
  security: [],
  response: {
    200: healthSchema,
    503: healthSchema,
    '5XX': failedResponse,
  },
}

const checkLastsMilliseconds = 1000

/**
 * A check that all who ask share for a second: anybody may ask, as often as they like. `now` in milliseconds; a check
 * that failed lasts as long.
 */
export function sharedCheck(check: () => Promise<unknown>, now: Clock = () => performance.now()) {
  let last: { readonly at: number; readonly result: Promise<unknown> } | null = null
  return (): Promise<unknown> => {
    if (last === null || now() - last.at >= checkLastsMilliseconds) last = { at: now(), result: check() }
    return last.result
  }
}
