import type { z } from 'zod'
import type { SessionState } from '#domain/session/state.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { MessageCode } from './messages/codes.ts'
import { outcomeSchema } from './outcome.ts'
import type { CallRefusal } from './refusals.ts'
import type { WireCommandType, wireCommands } from './wire-command.ts'

/** Who makes a call, as far as its translation needs to know. */
export interface Caller {
  readonly unitCode: string | null
  /** The section as the caller may see it. */
  readonly state: SessionState
}

type Payload<T extends WireCommandType> = z.output<(typeof wireCommands)[T]>

/** The wire command of a type; of one of several types where several are named. */
export type WireCommandOf<T extends WireCommandType> = {
  [P in T]: { readonly type: P; readonly payload: Payload<P> }
}[T]

/** Why a body asks for no command. */
interface Refused {
  readonly code: MessageCode
  readonly params: Readonly<Record<string, unknown>>
}

/**
 * How a call's body becomes a wire command, and how a wire command becomes the body that asks for it. The server and
 * whoever calls it read the same mapping, so that the two directions cannot drift apart: for every command that a call
 * can ask for, `toCommand(fromCommand(command))` is that command.
 * Declared as methods, not as properties: TypeScript then takes the mapping of one row for a mapping of any.
 */
export interface CommandMapping<
  T extends WireCommandType = WireCommandType,
  Body = unknown,
  Input = unknown,
> {
  /** The commands that the call can ask for. */
  readonly types: readonly T[]
  toCommand(body: Body, caller: Caller): Result<WireCommandOf<T>, Refused>
  /** `undefined` for a call without a body; null where this call cannot ask for the command as it is. */
  fromCommand(command: WireCommandOf<T>, caller: Caller): Input | null
}

type BodySchema = z.ZodType | undefined
type Parsed<B extends BodySchema> = B extends z.ZodType ? z.output<B> : undefined
type Given<B extends BodySchema> = B extends z.ZodType ? z.input<B> : undefined

interface PayloadMapping<T extends WireCommandType, B extends BodySchema> {
  readonly command: T
  /** The command's payload, or the code of the refusal. */
  toPayload(body: Parsed<B>, caller: Caller): Payload<T> | MessageCode
  /** Null where the call cannot say it. */
  fromPayload(payload: Payload<T>, caller: Caller): Given<B> | null
}

interface Described {
  readonly path: string
  readonly summary: string
  readonly rules: string
  /** Codes with which preparing the command refuses, besides the command's own. */
  readonly refuses?: readonly CallRefusal[]
}

/**
 * A call by which one kind of command is given in a section: guarded by the command's own permission and answered with
 * the command's outcome.
 */
export function commandCall<T extends WireCommandType, B extends z.ZodType>(
  row: Described & PayloadMapping<T, B> & { readonly body: B },
) {
  return { ...callOf(row), body: row.body, command: mappingOf(row) } as const
}

/** The same without a body: the call alone says all that the command needs. */
export function bareCommandCall<T extends WireCommandType>(row: Described & PayloadMapping<T, undefined>) {
  return { ...callOf(row), command: mappingOf(row) } as const
}

function callOf<T extends WireCommandType>({
  path,
  summary,
  rules,
  refuses = [],
  command: action,
}: Described & { readonly command: T }) {
  return {
    method: 'POST',
    path,
    auth: 'session',
    action,
    refuses,
    summary,
    rules,
    response: outcomeSchema,
  } as const
}

function mappingOf<T extends WireCommandType, B extends BodySchema>({
  command: type,
  toPayload,
  fromPayload,
}: PayloadMapping<T, B>): CommandMapping<T, Parsed<B>, Given<B>> {
  return {
    types: [type],
    toCommand(body, caller) {
      const payload = toPayload(body, caller)
      return typeof payload === 'string' ? err({ code: payload, params: {} }) : ok({ type, payload })
    },
    fromCommand: ({ payload }, caller) => fromPayload(payload, caller),
  }
}
