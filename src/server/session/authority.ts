import type { Logger } from 'pino'
import { type Actor, systemActor } from '#domain/actor.ts'
import type { Command } from '#domain/command.ts'
import { decide } from '#domain/decide.ts'
import { nextDue } from '#domain/due.ts'
import type { Entry } from '#domain/entry.ts'
import type { Clock } from '#lib/ports.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import type { SessionLog } from '../log/log.ts'
import type { Refusal } from '../refusal.ts'
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
  start(): Promise<void>
  stop(): void
}

/** A timer may not run longer than this (2^31 ms); it is set anew. */
const longestTimer = 2_000_000_000

/** The one place where commands become entries, and the server's clock for windows that run out. */
export function createAuthority(
  log: SessionLog,
  workshop: Workshop,
  clock: Clock,
  logger: Logger,
): Authority {
  const timers = new Map<string, NodeJS.Timeout>()
  let unsubscribe = () => {}

  async function appendDecision({ sessionId, actor, commandId }: Asked, command: Command) {
    const now = clock()
    const context = { now, actor, rules: workshop.rules }
    const result = await log.append(sessionId, {
      actor,
      commandId,
      at: now,
      decide: (state) => decide(state, command, context),
    })
    return result.ok ? ok({ seq: result.value.lastSeq, entries: result.value.entries }) : err(result.error)
  }

  async function submit(asked: Asked, wire: WireCommand): Promise<Result<Done, Refusal>> {
    const known = await log.state(asked.sessionId)
    if (!known) return err({ code: 'not-published', params: {} })
    const repeated = await log.find(asked.sessionId, asked.actor.id, asked.commandId)
    if (repeated) return ok({ seq: repeated.lastSeq, entries: repeated.entries })
    const preparation = { ...asked, now: clock(), state: known.state }
    const command = await prepare(wire, preparation, workshop)
    return command.ok ? appendDecision(asked, command.value) : command
  }

  /** Sets the session's next timer from its state; called at start and after every entry. */
  async function schedule(sessionId: string): Promise<void> {
    clearTimeout(timers.get(sessionId))
    timers.delete(sessionId)
    const known = await log.state(sessionId)
    const due = known && nextDue(known.state)
    if (!due) return
    const delay = Math.min(Math.max(due.at - clock(), 0), longestTimer)
    timers.set(
      sessionId,
      setTimeout(() => void fire(sessionId, due).catch(fail), delay),
    )
  }

  async function fire(sessionId: string, due: { at: number; command: Command }): Promise<void> {
    if (clock() >= due.at) {
      // Every node's clock asks under the same id: it is done once.
      const commandId = `${due.command.type}@${due.at}`
      const asked = { sessionId, actor: systemActor, commandId, address: '' }
      await appendDecision(asked, due.command)
    }
    await schedule(sessionId)
  }

  function fail(error: unknown): void {
    logger.error({ error }, 'a session clock failed')
  }

  return {
    submit,
    decide: appendDecision,
    async start() {
      unsubscribe = log.onAppended((sessionId) => void schedule(sessionId).catch(fail))
      for (const sessionId of await log.listOpen()) await schedule(sessionId)
    },
    stop() {
      unsubscribe()
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
