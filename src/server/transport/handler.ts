import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { SessionState } from '#domain/session/state.ts'
import type { Exported } from '#domain/trail/exported.ts'
import type { Result } from '#lib/result.ts'
import type { Call, CallBody, CallQuery, CallResponse } from '#protocol/call.ts'
import type { CommandMapping, PlatformMapping } from '#protocol/command-call.ts'
import type { Language } from '#protocol/messages/codes.ts'
import type { outcomeSchema } from '#protocol/outcome.ts'
import type { Login } from '../auth/login-rows.ts'
import type { Preview } from '../log/previews.ts'
import type { Refusal } from '../refusal.ts'

/** The section a call is about, as its log stands now. */
export interface OpenSession {
  readonly id: string
  /** As the caller may see it: for whatever goes into an answer. */
  readonly state: SessionState
  /** The same with no bidder but the caller: with a thousand of them it takes far less work. */
  readonly ownState: SessionState
  /**
   * The whole state; for a bidder who gets a preview, without rivals. `test/unredacted-state.test.ts` lists every use
   * with its reason.
   */
  readonly unredactedState: SessionState
  readonly head: number
  /** Of the entry at `head`. */
  readonly hash: string
  readonly epoch: string
  /** What a bidder gets of the log while bids can still be submitted (RIV-1); null where the caller gets the log. */
  readonly preview: Preview | null
}

/** The section of a call that does not need its state. */
export type KnownSection = Pick<OpenSession, 'id'>

/** A file as an answer. */
export interface Download {
  readonly fileName: string
  readonly mediaType: string
  readonly content: Uint8Array | Readable
  /** What was taken, for the line that an export leaves; null where it leaves none (TRL-2). */
  readonly exported: Exported | null
  /** Who fetched it, where the call itself needs no login. */
  readonly login?: Pick<Login, 'loginId' | 'actor'>
}

/** What a handler gets: validated input and the caller, checked as the call's `auth` demands. */
export interface CallContext<C extends Call> {
  readonly query: CallQuery<C>
  readonly body: CallBody<C>
  /** Null for calls without a login: public ones and the trading platform's. */
  readonly login: C['auth'] extends 'none' | 'platform' ? null : Login
  readonly session: C['auth'] extends 'session'
    ? C extends { evenDamaged: true }
      ? KnownSection
      : OpenSession
    : null
  readonly commandId: string
  readonly language: Language
  readonly address: string
  readonly request: FastifyRequest
}

export type Handler<C extends Call> = (
  context: CallContext<C>,
) => Promise<Result<C extends { produces: string } ? Download : CallResponse<C>, Refusal>>

/** A call that gives a command and answers with its outcome only: it needs no handler besides its row. */
export interface OutcomeCall extends Call {
  readonly auth: 'session'
  readonly command: CommandMapping
  readonly response: typeof outcomeSchema
}

/** A call by which the trading platform gives a command; it needs no handler besides its row either. */
export interface PlatformCommandCall extends Call {
  readonly auth: 'platform'
  readonly platformCommand: PlatformMapping
  readonly response: typeof outcomeSchema
}

/** The handlers of a table's calls; those that are answered by their row have none. */
export type Handlers<Table extends Record<string, Call>> = {
  readonly [Name in keyof Table as AnsweredByRow<Table[Name]> extends true ? never : Name]: Handler<
    Table[Name]
  >
}

/** Tested from the outcome's side: a response with more fields would also be assignable to the outcome's type. */
type AnsweredByRow<C extends Call> = C extends
  | { command: CommandMapping }
  | { platformCommand: PlatformMapping }
  ? typeof outcomeSchema extends C['response']
    ? true
    : false
  : false
