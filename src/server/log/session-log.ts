import type { Actor } from '#domain/session/actor.ts'
import type { Leeway } from '#domain/session/decision-times.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import type { Rejection } from '#domain/session/rejection.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { Result } from '#lib/result.ts'
import type { AppendResult, AskedCommand, NewSession, SessionLogReader } from './session-log-reader.ts'

/*
 * Invariants of every session log, whatever its storage (`test/contract/log-contract.ts` proves each):
 * 1. One writer per session: `decide` sees the state at the head that its events are appended to.
 * 2. seq is dense from 1, the hash chain is unbroken, no entry is updated or deleted.
 * 3. (session, actor, command id) has one result; a command sent again gets it, another one under the id is refused.
 * 4. An answered append is durable. No entry is announced or readable before it is durable.
 * 5. A refused command leaves no trace.
 * 6. States handed out never change afterwards.
 */

export interface AppendRequest extends AskedCommand {
  readonly actor: Actor
  /** The hall's clock when it is decided, epoch milliseconds: the entries' `at`. */
  readonly at: number
  /**
   * Pure but for the time: may be called again before anything is appended, on a newer state, or where this node has
   * learned that the command came at another time than it thought (DBC-2).
   */
  decide(state: SessionState): Result<SessionEvent[], Rejection>
  /** By how much the command could have come earlier or later with the same outcome; at any time without it. */
  leeway?(state: SessionState): Leeway
}

/** A log with appending, for the session authority alone (checked by the rule `one-door`). */
export interface SessionLog extends SessionLogReader {
  /** An empty session; one that exists stays as it is. */
  create(session: NewSession): Promise<{ readonly epoch: string }>
  append(sessionId: string, request: AppendRequest): Promise<AppendResult>
  close(): Promise<void>
}
