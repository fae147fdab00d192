import type { Logger } from 'pino'
import { decryptionSpan, type Span, type WindowHealth } from '#domain/decryption/window-health.ts'
import type { Entry } from '#domain/log/entry.ts'
import { type Actor, systemActor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { decide } from '#domain/session/decide.ts'
import { type Due, nextDue } from '#domain/session/due.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { Clock } from '#lib/ports.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import { createTurnstile } from '#lib/turnstile.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import { isDatabaseAway } from '../db/away.ts'
import { inTime } from '../in-time.ts'
import type { SessionLog } from '../log/log.ts'
import type { Refusal } from '../refusal.ts'
import { createClockFailures } from './clock-failures.ts'
import { prepare, type Workshop } from './prepare.ts'

export interface Asked {
  readonly sessionId: string
  readonly actor: Actor
  readonly commandId: string
  readonly address: string
}

/** A command that stands: `seq` is its last entry, `entries` what it made happen. */
export interface Done {
  readonly seq: number
  readonly entries: readonly Entry[]
}

export interface Authority {
  /** What a client asks for, by REST or by socket: prepared, decided, appended, and only then answered. */
  submit(asked: Asked, wire: WireCommand): Promise<Result<Done, Refusal>>
  /** A command that needs no preparing (publishing, submitting, the clock's own). */
  decide(asked: Asked, command: Command): Promise<Result<Done, Refusal>>
  /**
   * Why a command would be refused now, null where it would stand: for who keeps something only for a command that does.
   * Nothing is done; what is decided in the end may be otherwise.
   */
  foresee(asked: Asked, command: Command): Promise<Refusal | null>
  start(): Promise<void>
  stop(): void
}

/** A timer may not run longer than this (2^31 ms); it is set anew. */
const longestTimer = 2_000_000_000
/** What was refused to a session's clock is asked for again so late. */
const refusedMilliseconds = 1000
/** The start waits so long for a section, and for so many at once; those that take longer get their clock later. */
const startMilliseconds = 3000
const startedAtOnce = 4
/**
 * Ran out, a window stays open for so long: each node knows only of what is being handed over to itself, and another's
 * append must not overtake it. What arrives after the deadline is refused all the same.
 */
const marginMilliseconds = 1000
/** A window that ran out waits for what was handed over before; what comes later is refused as it comes. */
const waitMilliseconds = 100
/** So long after a window's end evidence of it is waited for. */
const evidenceMilliseconds = 60_000

/**
 * The one place where commands become entries, and the server's clock for windows that run out. `watch` sees each running
 * session's state at the start and after every entry; `health` says what was seen of a window that ran out.
 */
export function createAuthority(
  log: SessionLog,
  workshop: Workshop,
  clock: Clock,
  logger: Logger,
  watch: (sessionId: string, state: SessionState) => void = () => {},
  health: (sessionId: string, window: Span) => Promise<WindowHealth | null> = async () => null,
): Authority {
  const timers = new Map<string, NodeJS.Timeout>()
  const failures = createClockFailures(logger)
  const underWay = new Map<string, Promise<Result<Done, Refusal>>>()
  /** How many commands of a session are being prepared here. */
  const preparing = new Map<string, number>()
  let stopped = false
  let unsubscribe = () => {}

  async function appendDecision(
    { sessionId, actor, commandId }: Asked,
    command: Command,
    now = clock(),
  ): Promise<Result<Done, Refusal>> {
    const context = { now, actor, rules: workshop.rules }
    const result = await log.append(sessionId, {
      actor,
      commandId,
      at: clock(),
      decide: (state) => decide(state, command, context),
    })
    return result.ok ? ok({ seq: result.value.lastSeq, entries: result.value.entries }) : err(result.error)
  }

  async function foresee({ sessionId, actor, commandId }: Asked, command: Command): Promise<Refusal | null> {
    if (await log.find(sessionId, actor.id, commandId)) return null
    const known = await log.state(sessionId)
    if (!known) return { code: 'not-published', params: {} }
    const decided = decide(known.unredactedState, command, { now: clock(), actor, rules: workshop.rules })
    return decided.ok ? null : decided.error
  }

  /** A command sent again while it is still being prepared waits for the first: files are opened once. */
  function submit(asked: Asked, wire: WireCommand): Promise<Result<Done, Refusal>> {
    const key = `${asked.sessionId} ${asked.commandId} ${asked.actor.id}`
    const running = underWay.get(key) ?? execute(asked, wire).finally(() => underWay.delete(key))
    underWay.set(key, running)
    return running
  }

  async function execute(asked: Asked, wire: WireCommand): Promise<Result<Done, Refusal>> {
    // What was handed over in time counts, however long checking it takes or waits for its turn.
    const arrived = clock()
    const { sessionId } = asked
    preparing.set(sessionId, (preparing.get(sessionId) ?? 0) + 1)
    try {
      return await prepareAndAppend(asked, wire, arrived)
    } finally {
      preparing.set(sessionId, (preparing.get(sessionId) ?? 1) - 1)
      if (preparing.get(sessionId) === 0) preparing.delete(sessionId)
    }
  }

  async function prepareAndAppend(
    asked: Asked,
    wire: WireCommand,
    arrived: number,
  ): Promise<Result<Done, Refusal>> {
    const known = await log.state(asked.sessionId)
    if (!known) return err({ code: 'not-published', params: {} })
    const repeated = await log.find(asked.sessionId, asked.actor.id, asked.commandId)
    if (repeated) return ok({ seq: repeated.lastSeq, entries: repeated.entries })
    const preparation = { ...asked, now: arrived, state: known.unredactedState }
    const command = await prepare(wire, preparation, workshop)
    return command.ok ? appendDecision(asked, command.value, arrived) : command
  }

  /** Sets the session's next timer from its state; called at start and after every entry. */
  async function schedule(sessionId: string): Promise<void> {
    const known = await log.state(sessionId)
    if (known) watch(sessionId, known.unredactedState)
    const due = known && nextDue(known.unredactedState)
    clearTimeout(timers.get(sessionId))
    timers.delete(sessionId)
    const delay = due ? firesAt(due) - clock() : Number.POSITIVE_INFINITY
    // What is due already may be what failed before: whether it is over is seen when it is done.
    if (delay > 0) failures.over(sessionId)
    if (due) setTimer(sessionId, delay, () => fire(sessionId, due))
  }

  function setTimer(sessionId: string, delay: number, work: () => Promise<void>): void {
    if (stopped) return
    clearTimeout(timers.get(sessionId))
    const run = () => void work().catch((error: unknown) => retry(sessionId, error))
    timers.set(sessionId, setTimeout(run, Math.min(Math.max(delay, 0), longestTimer)))
  }

  function retry(sessionId: string, error: unknown): void {
    setTimer(sessionId, failures.noteOf(sessionId, error), () => schedule(sessionId))
  }

  async function fire(sessionId: string, due: Due): Promise<void> {
    const now = clock()
    const isTime = now >= firesAt(due)
    if (isTime && preparing.has(sessionId)) {
      return setTimer(sessionId, waitMilliseconds, () => fire(sessionId, due))
    }
    if (isTime) {
      // Every node's clock asks under the same id: it is done once.
      const commandId = `${due.name}@${due.at}`
      const asked = { sessionId, actor: systemActor, commandId, address: '' }
      const closed = await appendDecision(asked, await withEvidence(sessionId, due.command), now)
      // What is refused now is not asked for again at once.
      if (!closed.ok) return setTimer(sessionId, refusedMilliseconds, () => schedule(sessionId))
      failures.over(sessionId)
    }
    await schedule(sessionId)
  }

  /** A window closes without evidence rather than never; while the database is away it is tried again for a while. */
  async function withEvidence(sessionId: string, command: Command): Promise<Command> {
    if (command.type !== 'CloseDecryption') return command
    const known = await log.state(sessionId)
    const window = known && decryptionSpan(known.unredactedState)
    if (!window) return command
    try {
      return { type: 'CloseDecryption', payload: { health: await health(sessionId, window) } }
    } catch (error) {
      if (isDatabaseAway(error) && clock() < epochOf(window.to) + evidenceMilliseconds) throw error
      logger.error({ err: error, sessionId }, 'what was seen of a window could not be read')
      return command
    }
  }

  return {
    submit,
    decide: (asked, command) => appendDecision(asked, command),
    foresee,
    async start() {
      unsubscribe = log.onAppended((sessionId) => {
        void schedule(sessionId).catch((error: unknown) => retry(sessionId, error))
      })
      // One that cannot be read, or hangs, is tried again, and keeps neither the others nor the hall from starting.
      const inTurn = createTurnstile(startedAtOnce)
      const begin = (sessionId: string) =>
        inTurn(() => inTime(schedule(sessionId), startMilliseconds)).catch((error: unknown) =>
          retry(sessionId, error),
        )
      await Promise.all((await log.listRunning(clock())).map(begin))
    },
    stop() {
      stopped = true
      unsubscribe()
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

function firesAt({ at, isDeadline }: Due): number {
  return isDeadline ? at + marginMilliseconds : at
}
