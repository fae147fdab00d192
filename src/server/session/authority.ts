import type { Logger } from 'pino'
import { canonicalJson } from '#domain/log/canonical-json.ts'
import type { Entry } from '#domain/log/entry.ts'
import { type Actor, systemActor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { decide } from '#domain/session/decide.ts'
import { leewayAt } from '#domain/session/decision-times.ts'
import { strangerRefusal } from '#domain/session/permissions.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { Rules } from '#domain/session/variant-rules.ts'
import type { Span } from '#domain/session/window.ts'
import type { WindowHealth } from '#domain/session/window-health.ts'
import type { Clock } from '#lib/ports.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { cleanTexts } from '#lib/text.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import { toleratedMilliseconds } from '../clock/hall-clock.ts'
import { type HallTime, type Moment, rightTime } from '../clock/hall-time.ts'
import type { SessionLog } from '../log/session-log.ts'
import type { Refusal } from '../refusal.ts'
import type { PreparationServices } from './preparation-services.ts'
import { prepareCommand } from './prepare-command.ts'
import { createSessionClock } from './session-clock.ts'

export interface CommandRequest {
  readonly sessionId: string
  readonly actor: Actor
  readonly commandId: string
  readonly address: string
}

/**
 * A committed command. `seq` is the number of its last entry; if it made none, the number of the log's last entry. Both
 * as the actor knows them: a bidder who gets a preview counts its entries (RIV-3).
 */
export interface CommittedCommand {
  readonly seq: number
  readonly entries: readonly Entry[]
}

/** What a command's id stands for, where this is not the command itself. */
export interface Asked {
  readonly type: Command['type']
  readonly payload: unknown
}

/** A command as it came: when, and what its id stands for. */
interface Sent {
  readonly arrived: Moment
  readonly content: string
}

type Committed = Promise<Result<CommittedCommand, Refusal>>

/** The number by which an actor knows an entry of the log; `known` is the section as it was read for the command. */
export type SeqFor = (
  sessionId: string,
  actor: Actor,
  seq: number,
  known?: { readonly at: string; readonly unredactedState: SessionState },
) => Promise<number>

export interface Authority {
  /** Prepares, decides and appends a client's command, by REST or by socket; resolves after the commit. */
  submit(request: CommandRequest, wire: WireCommand): Committed
  /**
   * Decides and appends a command that needs no preparation (publishing, submitting). `asked` is what its id stands for
   * where the hall adds something to the command each time that it is sent: ids, times, an address. `arrived`: when it
   * came, where it has waited since (`arrival`); left out: now.
   */
  decide(request: CommandRequest, command: Command, asked?: Asked, arrived?: Moment): Committed
  /** This moment, by the clock that deadlines are decided by. */
  arrival(): Moment
  /**
   * The refusal that a command would get now, or null. Callers ask before they store something for that command.
   * Appends nothing; the final decision may differ.
   */
  precheck(request: CommandRequest, command: Command, asked?: Asked): Promise<Refusal | null>
  /** The listener gets each running session's state, at the start and after every entry. */
  onState(listener: (sessionId: string, state: SessionState) => void): void
  start(): Promise<void>
  /** Sets every running session's timer again, after the clock was set. */
  setTimers(): Promise<void>
  /** Prolongs the open windows in which the hall was unreachable (SES-19), after an outage. */
  prolongWindows(): void
  stop(): void
}

/**
 * The only place where commands become entries, and the server's clock for windows that run out. `health` yields what
 * was recorded about a window that ran out; `hallTime` says when commands came, and why none of people are taken now
 * (DBC-3); `seqFor` numbers the answers.
 */
export function createAuthority(
  log: SessionLog,
  services: PreparationServices,
  clock: Clock,
  logger: Logger,
  health: (sessionId: string, window: Span) => Promise<WindowHealth | null> = async () => null,
  hallTime: HallTime = rightTime(clock),
  seqFor: SeqFor = async (_sessionId, _actor, seq) => seq,
): Authority {
  const stateListeners: ((sessionId: string, state: SessionState) => void)[] = []
  const inProgress = new Map<string, { readonly content: string; readonly done: Committed }>()
  const preparing = preparingPerSession()
  const { rules } = services
  const { decideAndAppend, precheck, exactTime } = createDecisions({ log, rules, clock, hallTime, seqFor })

  /**
   * A command sent again while it is still being prepared waits for the first: it is prepared once. Another command
   * under its id is refused (CMD-4).
   */
  async function submit(request: CommandRequest, wire: WireCommand): Committed {
    const key = `${request.sessionId} ${request.commandId} ${request.actor.id}`
    const content = contentOf(wire)
    const running = inProgress.get(key)
    if (running)
      return running.content === content ? running.done : err({ code: 'command-id-used', params: {} })
    const done = execute(request, wire, content).finally(() => inProgress.delete(key))
    inProgress.set(key, { content, done })
    return done
  }

  async function execute(request: CommandRequest, wire: WireCommand, content: string): Committed {
    const closed = await hallTime.refusal()
    if (closed) return err(closed)
    // The time of arrival counts, however long preparing takes or the command waits in the queue.
    const arrived = hallTime.moment()
    return preparing.during(request.sessionId, arrived, () =>
      prepareAndAppend(request, wire, { arrived, content }),
    )
  }

  async function prepareAndAppend(request: CommandRequest, wire: WireCommand, sent: Sent): Committed {
    const { arrived, content } = sent
    const { sessionId, actor, commandId } = request
    const known = await log.state(sessionId)
    if (!known) return err(strangerRefusal(actor, wire.type) ?? { code: 'not-published', params: {} })
    const repeated = await log.find(sessionId, actor.id, { commandId, content })
    if (repeated) {
      if (!repeated.ok) return repeated
      const { lastSeq, entries } = repeated.value
      return ok({ seq: await seqFor(sessionId, actor, lastSeq, known), entries })
    }
    const state = known.unredactedState
    const context = { ...request, now: await exactTime(state, actor, arrived), state }
    const command = await prepareCommand(cleaned(wire), context, services)
    return command.ok ? decideAndAppend(request, command.value, content, arrived) : command
  }

  const sessionClock = createSessionClock({
    ...{ log, clock, hallTime, logger, health },
    append: async (sessionId, commandId, command, now) =>
      (await decideAndAppend(ownRequest(sessionId, commandId), command, null, now)).ok,
    isPreparing: preparing.has,
    onState(sessionId, state) {
      for (const listener of stateListeners) listener(sessionId, state)
    },
  })

  return {
    submit,
    arrival: () => hallTime.moment(),
    async decide(request, command, asked = command, arrived = hallTime.moment()) {
      const isOwn = request.actor.role === 'system'
      const closed = isOwn ? null : await hallTime.refusal()
      if (closed) return err(closed)
      return decideAndAppend(request, cleaned(command), isOwn ? null : contentOf(asked), arrived)
    },
    onState: (listener) => void stateListeners.push(listener),
    ...sessionClock,
    precheck,
  }
}

/** A command of the hall itself. */
function ownRequest(sessionId: string, commandId: string): CommandRequest {
  return { sessionId, actor: systemActor, commandId, address: '' }
}

/** Everybody reads a command's texts, in lists and in the record: they must be what they look like. */
function cleaned<T extends { readonly payload: unknown }>(command: T): T {
  return { ...command, payload: cleanTexts(command.payload) }
}

interface DecisionParts {
  readonly log: SessionLog
  readonly rules: Rules
  readonly clock: Clock
  readonly hallTime: HallTime
  readonly seqFor: SeqFor
}

/** Decides commands on a session's log, with or without appending. */
function createDecisions({ log, rules, clock, hallTime, seqFor }: DecisionParts) {
  /** When a command came, by a reading of the database's clock if a limit was near (DBC-2). */
  async function exactTime(state: SessionState, actor: Actor, arrived: Moment): Promise<number> {
    const { earlier, later } = leewayAt(state, { now: arrived(), actor, rules })
    if (Math.min(earlier, later) <= toleratedMilliseconds) await hallTime.read()
    return arrived()
  }

  return {
    exactTime,

    async decideAndAppend(
      { sessionId, actor, commandId }: CommandRequest,
      command: Command,
      content: string | null,
      arrived = hallTime.moment(),
    ): Committed {
      // Making the record takes seconds, which are not the signers' (END-6).
      const counted = command.type === 'StartSigning' ? hallTime.moment() : arrived
      const context = () => ({ now: counted(), actor, rules })
      let decidedOn = null as SessionState | null
      const result = await log.append(sessionId, {
        actor,
        commandId,
        content,
        get at() {
          return clock()
        },
        decide(state) {
          decidedOn = state
          return decide(state, command, context())
        },
        leeway: (state) => leewayAt(state, context()),
      })
      if (!result.ok) return err(result.error)
      const { lastSeq, entries } = result.value
      const known = decidedOn ? { unredactedState: decidedOn, at: entries.at(-1)?.at ?? '' } : undefined
      return ok({ seq: await seqFor(sessionId, actor, lastSeq, known), entries })
    },

    async precheck(
      { sessionId, actor, commandId }: CommandRequest,
      command: Command,
      asked: Asked = command,
    ): Promise<Refusal | null> {
      const repeated = await log.find(sessionId, actor.id, { commandId, content: contentOf(asked) })
      if (repeated) return repeated.ok ? null : repeated.error
      const known = await log.state(sessionId)
      if (!known) return { code: 'not-published', params: {} }
      const now = await exactTime(known.unredactedState, actor, hallTime.moment())
      const decided = decide(known.unredactedState, command, { now, actor, rules })
      return decided.ok ? null : decided.error
    },
  }
}

/** The text that a command's id stands for (CMD-4), the same whichever way it comes. */
function contentOf({ type, payload }: Asked): string {
  return canonicalJson({ type, payload })
}

/** When the commands of each session that are in progress here came. */
function preparingPerSession() {
  const sessions = new Map<string, Set<Moment>>()
  return {
    /** Whether one is that came by this time, in epoch milliseconds. */
    has: (sessionId: string, by: number) =>
      [...(sessions.get(sessionId) ?? [])].some((arrived) => arrived() <= by),
    async during<T>(sessionId: string, arrived: Moment, work: () => Promise<T>): Promise<T> {
      const moments = sessions.get(sessionId) ?? new Set()
      sessions.set(sessionId, moments.add(arrived))
      try {
        return await work()
      } finally {
        moments.delete(arrived)
        if (moments.size === 0) sessions.delete(sessionId)
      }
    },
  }
}
