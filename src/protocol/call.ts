import type { z } from 'zod'
import type { Action } from '#domain/session/permissions.ts'
import type { CommandMapping } from './command-call.ts'
import type { CallRefusal } from './refusals.ts'

/**
 * One REST call of the contract table. `auth`: `none`; `user`, the token of a login; `session`, the
 * authorization that entering a project yields (it names the section, so the seeds' calls need not); `platform`,
 * a token that the trading platform signed for this one request.
 * `action` is the row of the permission table that guards it.
 */
export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly auth: 'none' | 'user' | 'session' | 'platform'
  readonly action?: Action
  /** It is answered even where the section's log is damaged and has no state: without one, then, and in any status. */
  readonly evenDamaged?: true
  /** A GET that changes something, and so is not answered to HEAD, which must be safe (RFC 9110, section 9.2.1). */
  readonly unsafe?: true
  /** Codes with which its handler refuses, besides those that every call of its `auth`, `action` and input may be refused with. */
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
  /** Of a call that gives a command: how its body becomes the command, and back. */
  readonly command?: CommandMapping
}

export type CallQuery<C extends Call> = C['query'] extends z.ZodType ? z.output<C['query']> : undefined
export type CallBody<C extends Call> = C['body'] extends z.ZodType ? z.output<C['body']> : undefined
export type CallResponse<C extends Call> = z.input<C['response']>
