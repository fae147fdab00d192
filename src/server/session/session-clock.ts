import type { Logger } from 'pino'
import type { Command } from '#domain/session/command.ts'
import { closingOf, type Due, nextDue } from '#domain/session/due.ts'
import { prolonging } from '#domain/session/prolongation.ts'
import type { SessionState } from '#domain/session/state.ts'
import { openWindows } from '#domain/session/warnings.ts'
import type { Span } from '#domain/session/window.ts'
import { type WindowHealth, windowSpan } from '#domain/session/window-health.ts'
import type { Clock } from '#lib/ports.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import { epochOf } from '#lib/time.ts'
import type { HallTime, Moment } from '../clock/hall-time.ts'
import { WrongClockError } from '../clock/wrong-clock.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import { withTimeout } from '../timeout.ts'
import { createClockFailures } from './clock-failures.ts'

interface Parts {
  readonly log: Pick<SessionLogReader, 'state' | 'listRunning' | 'onAppended'>
  readonly clock: Clock
  readonly hallTime: Pick<HallTime, 'moment' | 'read'>
  readonly logger: Logger
  /** Appends a command of the system, decided as of `now`; false when it is refused. */
  append(sessionId: string, commandId: string, command: Command, now: Moment): Promise<boolean>
  /** Whether a command of the session is being prepared here that came by this time, in epoch milliseconds. */
  isPreparing(sessionId: string, by: number): boolean
  /** Gets each running session's state, at the start and after every entry. */
  onState(sessionId: string, state: SessionState): void
  /** What was recorded about a window that ran out. */
  health(sessionId: string, window: Span): Promise<WindowHealth | null>
}

/** A timer may not run longer than 2^31 ms; a longer one is set again when it fires. */
const longestTimer = 2_000_000_000
/** Pause before a refused command of the clock is decided again. */
const refusedMilliseconds = 1000
/** The start waits this long for each session, this many at once; a slower one gets its timer later. */
const startMilliseconds = 3000
const startedAtOnce = 4
/**
 * A window stays open this long after its deadline: a node does not know what other nodes are preparing, and their
 * commands arrived in time. Commands that arrive after the deadline are refused anyway.
 */
const marginMilliseconds = 1000
/** Pause while commands that arrived before the deadline are being prepared; later ones are refused as they come. */
const waitMilliseconds = 100
/** How long after a window's end its evidence is waited for. */
const evidenceMilliseconds = 60_000

/** The timer of each running session: decides what the next deadline asks for. */
export function createSessionClock(parts: Parts) {
  const { log, clock, hallTime, logger } = parts
  const timers = createTimers(retry)
  const failures = createClockFailures(logger)
  let unsubscribe = () => {}

  /** Sets the session's next timer from its state; called at start and after every entry. */
  async function schedule(sessionId: string): Promise<void> {
    const known = await log.state(sessionId)
    if (known) parts.onState(sessionId, known.unredactedState)
    const due = known && nextDue(known.unredactedState)
    timers.clear(sessionId)
    const delay = due ? firesAt(due) - clock() : Number.POSITIVE_INFINITY
    // Something already due may have failed before: only success ends the failure.
    if (delay > 0) failures.clear(sessionId)
    if (due) timers.set(sessionId, delay, () => fire(sessionId, due))
  }

  function retry(sessionId: string, error: unknown): void {
    timers.set(sessionId, failures.record(sessionId, error), () => schedule(sessionId))
  }

  /** Never rejects: where the session cannot be read, it is tried again. */
  function scheduleOrRetry(sessionId: string): Promise<void> {
    return schedule(sessionId).catch((error: unknown) => retry(sessionId, error))
  }

  async function fire(sessionId: string, due: Due): Promise<void> {
    const now = hallTime.moment()
    if (now() >= firesAt(due)) await hallTime.read()
    const isTime = now() >= firesAt(due)
    if (isTime && parts.isPreparing(sessionId, due.at)) {
      return timers.set(sessionId, waitMilliseconds, () => fire(sessionId, due))
    }
    if (isTime) {
      // Every node's clock uses the same id: the command is done once.
      const commandId = `${due.name}@${due.at}`
      const command = await withEvidence(parts, sessionId, due)
      if (!(await parts.append(sessionId, commandId, command, notBefore(due.at, now)))) {
        return timers.set(sessionId, refusedMilliseconds, () => schedule(sessionId))
      }
      failures.clear(sessionId)
    }
    await schedule(sessionId)
  }

  return {
    async start(): Promise<void> {
      unsubscribe = log.onAppended((sessionId) => {
        void scheduleOrRetry(sessionId)
      })
      // A session that cannot be read, or hangs, is tried again and delays neither the others nor the start.
      const startSemaphore = createSemaphore(startedAtOnce)
      const open = (sessionId: string) => schedule(sessionId).then(() => prolong(parts, sessionId))
      const begin = (sessionId: string) =>
        startSemaphore(() => withTimeout(open(sessionId), startMilliseconds)).catch((error: unknown) =>
          retry(sessionId, error),
        )
      await Promise.all((await log.listRunning(clock())).map(begin))
    },
    /** Sets every timer again, after the clock was set. */
    async setTimers(): Promise<void> {
      await Promise.all(timers.sessions().map(scheduleOrRetry))
    },
    /** Prolongs every window that an outage has shortened. */
    prolongWindows(): void {
      for (const sessionId of timers.sessions()) void prolong(parts, sessionId)
    },
    stop(): void {
      unsubscribe()
      timers.stop()
    },
  }
}

/** One timer per session. `onError` gets the failures of their work. */
function createTimers(onError: (sessionId: string, error: unknown) => void) {
  const timers = new Map<string, NodeJS.Timeout>()
  let stopped = false
  return {
    /** Replaces the session's timer; `delay` in milliseconds. */
    set(sessionId: string, delay: number, work: () => Promise<void>): void {
      if (stopped) return
      clearTimeout(timers.get(sessionId))
      const run = () => void work().catch((error: unknown) => onError(sessionId, error))
      timers.set(sessionId, setTimeout(run, Math.min(Math.max(delay, 0), longestTimer)))
    },
    clear(sessionId: string): void {
      clearTimeout(timers.get(sessionId))
      timers.delete(sessionId)
    },
    sessions: () => [...timers.keys()],
    stop(): void {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

/**
 * Prolongs the session's open windows by the hall's outages up to now. Never rejects: at the latest they are found when
 * the window ends.
 */
async function prolong(parts: Parts, sessionId: string): Promise<void> {
  const { log, hallTime, logger, append, health } = parts
  try {
    const state = (await log.state(sessionId))?.unredactedState
    if (!state) return
    for (const { window, ...span } of openWindows(state)) {
      const outages = (await health(sessionId, { from: span.from, to: span.deadline }))?.outages ?? []
      if (prolonging(state, window, outages).length === 0) continue
      const command = { type: 'ProlongWindow', payload: { window, outages } } as const
      await append(sessionId, `ProlongWindow@${window}@${outages.at(-1)?.to}`, command, hallTime.moment())
    }
  } catch (error) {
    logger.error({ err: error, sessionId }, 'a window was not prolonged by an outage yet')
  }
}

/** Adds what was recorded about the window. If it cannot be read, the window closes without, after retries for a while. */
async function withEvidence(
  { log, clock, logger, health }: Parts,
  sessionId: string,
  { command, window }: Due,
): Promise<Command> {
  const state = window && (await log.state(sessionId))?.unredactedState
  const span = state && windowSpan(state[window], state.halts)
  if (!span) return command
  try {
    return closingOf(window, await health(sessionId, span))
  } catch (error) {
    if (isDatabaseUnavailable(error) && clock() < epochOf(span.to) + evidenceMilliseconds) throw error
    logger.error({ err: error, sessionId }, 'what was seen of a window could not be read')
    return command
  }
}

/** The moment, which throws if it was before `at` after all: a command that finds nothing to do yet is done for good. */
function notBefore(at: number, moment: Moment): Moment {
  return () => {
    const now = moment()
    if (now < at) throw new WrongClockError()
    return now
  }
}

function firesAt({ at, isDeadline }: Due): number {
  return isDeadline ? at + marginMilliseconds : at
}
