import type { Actor } from '#domain/session/actor.ts'
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
  /** The server's clock when the command came, epoch milliseconds: the entries' `at`. */
  readonly at: number
  /** Pure: may be called again, on a newer state, before anything is appended. */
  decide(state: SessionState): Result<SessionEvent[], Rejection>
}

/** A log with appending, for the session authority alone (checked by the rule `one-door`). */
export interface SessionLog extends SessionLogReader {
  /** An empty session; one that exists stays as it is. */
  create(session: NewSession): Promise<{ readonly epoch: string }>
  append(sessionId: string, request: AppendRequest): Promise<AppendResult>
  close(): Promise<void>
}
