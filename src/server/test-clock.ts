import type { Logger } from 'pino'
import { z } from 'zod'
import type { Span } from '#domain/session/window.ts'
import type { WindowHealth } from '#domain/session/window-health.ts'
import type { Clock } from '#lib/ports.ts'
import { epochOf, isoTime } from '#lib/time.ts'

/*
 * A clock that tests set forward instead of waiting. It exists only in a server with test accounts. Only the process
 * that started the server can set it, over their IPC channel: it cannot be reached by the network.
 */

/** When the hall's clock shows `at` (epoch ms), the test clock leaps forward by `by` milliseconds. */
const leap = z.strictObject({ at: z.number().int(), by: z.number().int().min(0) })
export type Leap = z.infer<typeof leap>

const setTestClock = z.strictObject({ type: z.literal('set-test-clock'), leaps: z.array(leap) })
/** Sets all leaps, oldest first, in place of those before. */
export type SetTestClock = z.infer<typeof setTestClock>

/** The answer: everything that waits for a time has been told of the leaps. */
export interface TestClockSet {
  readonly type: 'test-clock-set'
  readonly leaps: number
}

export interface TestClock {
  readonly now: Clock
  /** `listener` is called after every leap; the parent gets its answer when it has finished or failed. */
  onLeap(listener: () => Promise<void>): void
  /** `health`, which uses the hall's clock, with windows and answers translated to this clock. */
  translated(health: Health): Health
}

type Health = (sessionId: string, window: Span) => Promise<WindowHealth>
type Channel = Pick<NodeJS.Process, 'on' | 'send'>

/** The test clock that this process's parent may set; null if there is no such parent. */
export function createTestClock(
  channel: Channel,
  hallNow: Clock,
  logger: Pick<Logger, 'error'>,
): TestClock | null {
  if (!channel.send) return null
  let leaps: readonly Leap[] = []
  let listener = async () => {}
  channel.on('message', (message: unknown) => {
    const asked = setTestClock.safeParse(message)
    if (!asked.success) return
    leaps = asked.data.leaps
    const answer: TestClockSet = { type: 'test-clock-set', leaps: asked.data.leaps.length }
    void listener()
      .catch((error: unknown) => logger.error({ err: error }, 'a leap of the test clock was not passed on'))
      .finally(() => channel.send?.(answer))
  })

  return {
    now: () => leapt(leaps, hallNow()),
    onLeap(called) {
      listener = called
    },
    translated: (health) => async (sessionId, window) => {
      const asked = spanBy((at) => unleapt(leaps, at), window)
      const { outages, lines } = await health(sessionId, asked)
      const shown = <S extends Span>(span: S) => ({ ...span, ...spanBy((at) => leapt(leaps, at), span) })
      return {
        outages: outages.map(shown),
        lines: Object.fromEntries(Object.entries(lines).map(([code, spans]) => [code, spans.map(shown)])),
      }
    },
  }
}

/** What a clock with these leaps shows when the hall's shows `at`. */
function leapt(leaps: readonly Leap[], at: number): number {
  return leaps.reduce((shown, leap) => (leap.at <= at ? shown + leap.by : shown), at)
}

/** When a clock with these leaps shows `shown`, by the hall's; for a time leapt over, the moment of the leap. */
function unleapt(leaps: readonly Leap[], shown: number): number {
  let ahead = 0
  for (const { at, by } of leaps) {
    if (shown < at + ahead) break
    if (shown < at + ahead + by) return at
    ahead += by
  }
  return shown - ahead
}

function spanBy(translate: (at: number) => number, { from, to }: Span): Span {
  return { from: isoTime(translate(epochOf(from))), to: isoTime(translate(epochOf(to))) }
}
