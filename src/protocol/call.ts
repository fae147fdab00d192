import type { z } from 'zod'
import type { Action } from '#domain/session/permissions.ts'
import type { CommandMapping, PlatformMapping } from './command-call.ts'
import type { CallRefusal } from './refusals.ts'

/**
 * One REST call of the contract table. `auth`: `none`; `user`: the token of a login; `session`: the authorization from
 * entering a section, which names the section, so that the calls need not; `platform`: a token that the trading
 * platform signed for this request. `action` is the call's row in the permission table.
 */
export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Also answered by the other of the two methods: a GET's query is then a POST's body, and the other way round. */
  readonly bothMethods?: true
  readonly auth: 'none' | 'user' | 'session' | 'platform'
  readonly action?: Action
  /** Answered even where the section's log is damaged: without a state, and in any status. */
  readonly evenDamaged?: true
  /** A GET that changes something; not answered to HEAD, which must be safe (RFC 9110, section 9.2.1). */
  readonly unsafe?: true
  /** A POST that changes nothing, as the specifications have some reads. */
  readonly readOnly?: true
  /** Codes of refusals by its handler, besides those common to calls of its `auth`, `action` and input. */
  readonly refuses?: readonly CallRefusal[]
  readonly summary: string
  /** The rules (`src/domain/rules.md`, `test/rules.md`) that the call follows. */
  readonly rules?: string
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** JSON unless `produces` names another media type; multipart where `consumes` says so. */
  readonly response: z.ZodType
  readonly produces?: string
  readonly consumes?: 'multipart/form-data'
  /** Parts of a multipart form, the file last; described here, checked where the upload is read. */
  readonly form?: z.ZodType
  /** For a call that gives a command: how its body becomes the command, and back. */
  readonly command?: CommandMapping
  /** The same for a call of the trading platform, whose body names the section, too. */
  readonly platformCommand?: PlatformMapping
}

export type CallQuery<C extends Call> = C['query'] extends z.ZodType ? z.output<C['query']> : undefined
export type CallBody<C extends Call> = C['body'] extends z.ZodType ? z.output<C['body']> : undefined
export type CallResponse<C extends Call> = z.input<C['response']>
