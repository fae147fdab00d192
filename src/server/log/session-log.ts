import type { Actor } from '#domain/session/actor.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import type { Rejection } from '#domain/session/rejection.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { Result } from '#lib/result.ts'
import type { Appended, NewSession, SessionLogReader } from './session-log-reader.ts'

/*
 * What every session log keeps, whatever it is stored in (`test/contract/log-contract.ts` proves each):
 * 1. One writer per session: `decide` sees the state at the head that its events are appended to.
 * 2. seq is dense from 1, the hash chain is whole, nothing is updated or deleted.
 * 3. (session, actor, command id) has one result; asking again answers with it.
 * 4. What is answered is durable; nobody is told of an entry, or shown it, before that.
 * 5. A refused command leaves no trace.
 * 6. States handed out never change afterwards.
 */

export interface AppendRequest {
  readonly actor: Actor
  /** 1 to 200 printable ASCII characters; anything else throws. */
  readonly commandId: string
  /** The server's clock when the command came, epoch milliseconds: the entries' `at`. */
  readonly at: number
  /** Pure: it may be called again, on a newer state, before anything is appended. */
  decide(state: SessionState): Result<SessionEvent[], Rejection>
}

/** The rejection `not-published` also stands for a session that does not exist. */
export type AppendResult = Result<Appended, Rejection>

/** A log that can be appended to: the session authority's alone (checked by the rule `one-door`). */
export interface SessionLog extends SessionLogReader {
  /** An empty session; one that exists stays as it is. */
  create(session: NewSession): Promise<{ readonly epoch: string }>
  append(sessionId: string, request: AppendRequest): Promise<AppendResult>
  close(): Promise<void>
}
