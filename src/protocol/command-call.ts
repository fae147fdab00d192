import { z } from 'zod'
import type { CommandShapes } from '#domain/session/command.ts'
import type { SessionState } from '#domain/session/state.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { MessageCode } from './messages/codes.ts'
import { outcomeSchema } from './outcome.ts'
import type { CallRefusal } from './refusals.ts'
import type { WireCommandType, wireCommands } from './wire-command.ts'

/** The caller, as far as the mapping needs it. */
export interface Caller {
  readonly unitCode: string | null
  /** The section's state as the caller may see it. */
  readonly state: SessionState
}

type Payload<T extends WireCommandType> = z.output<(typeof wireCommands)[T]>

/** The wire command of a type; of one of several types where several are named. */
export type WireCommandOf<T extends WireCommandType> = {
  [P in T]: { readonly type: P; readonly payload: Payload<P> }
}[T]

/** Why a body is no command. */
interface Refused {
  readonly code: MessageCode
  readonly params: Readonly<Record<string, unknown>>
}

/**
 * Maps a call's body to a wire command and back. The server and its callers use the same mapping, so that both
 * directions agree: for every command that the call can express, `toCommand(fromCommand(command))` is that command.
 * Declared as methods so that TypeScript accepts the mapping of one row as a mapping of any.
 */
export interface CommandMapping<
  T extends WireCommandType = WireCommandType,
  Body = unknown,
  Input = unknown,
> {
  /** The types of commands that the call can give. */
  readonly types: readonly T[]
  toCommand(body: Body, caller: Caller): Result<WireCommandOf<T>, Refused>
  /** `undefined` for a call without a body; null where the call cannot express the command. */
  fromCommand(command: WireCommandOf<T>, caller: Caller): Input | null
}

type BodySchema = z.ZodType | undefined
type Parsed<B extends BodySchema> = B extends z.ZodType ? z.output<B> : undefined
type Given<B extends BodySchema> = B extends z.ZodType ? z.input<B> : undefined

interface PayloadMapping<T extends WireCommandType, B extends BodySchema> {
  readonly command: T
  /** The command's payload, or the code of the refusal. */
  toPayload(body: Parsed<B>, caller: Caller): Payload<T> | MessageCode
  /** Null where the call cannot express it. */
  fromPayload(payload: Payload<T>, caller: Caller): Given<B> | null
}

interface Described {
  readonly path: string
  readonly summary: string
  readonly rules: string
  /** Codes of refusals while the command is prepared, besides the command's own. */
  readonly refuses?: readonly CallRefusal[]
}

/** A call that gives one type of command: guarded by the command's permission and answered with its outcome. */
export function commandCall<T extends WireCommandType, B extends z.ZodType>(
  row: Described & PayloadMapping<T, B> & { readonly body: B },
) {
  return { ...callOf(row), body: row.body, command: mappingOf(row) } as const
}

/** As `commandCall`, without a body. */
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

/** The commands that the trading platform gives in one section by a call without a file. */
type PlatformCommandType =
  | 'EnrolBidder'
  | 'ChangeLotStatus'
  | 'DecideFailure'
  | 'ChangeEvaluationStatus'
  | 'CallSecondEnvelope'

type PlatformCommandOf<T extends PlatformCommandType> = {
  [P in T]: { readonly type: P; readonly payload: Readonly<CommandShapes[P]> }
}[T]

/** Maps the body of a platform's call to its section and command, and back; both directions agree here, too. */
export interface PlatformMapping<
  T extends PlatformCommandType = PlatformCommandType,
  Body = unknown,
  Input = unknown,
> {
  readonly type: T
  toCommand(body: Body): { readonly sessionId: string; readonly command: PlatformCommandOf<T> }
  fromCommand(sessionId: string, command: PlatformCommandOf<T>): Input
}

interface InSection {
  readonly BDGuid: string
}

interface PlatformRow<T extends PlatformCommandType, Fields extends z.ZodRawShape> extends Described {
  readonly command: T
  /** The fields of the body besides `BDGuid`, the section. */
  readonly fields: Fields
  toPayload(fields: z.output<z.ZodObject<Fields>>): Readonly<CommandShapes[T]>
  fromPayload(payload: Readonly<CommandShapes[T]>): z.input<z.ZodObject<Fields>>
}

/** A call by which the platform gives one type of command, answered with its outcome. */
export function platformCommandCall<T extends PlatformCommandType, Fields extends z.ZodRawShape>(
  row: PlatformRow<T, Fields>,
) {
  const { path, summary, rules, refuses = [], command: type, fields } = row
  const platformCommand: PlatformMapping<
    T,
    InSection & z.output<z.ZodObject<Fields>>,
    InSection & z.input<z.ZodObject<Fields>>
  > = {
    type,
    toCommand: (body) => ({ sessionId: body.BDGuid, command: { type, payload: row.toPayload(body) } }),
    fromCommand: (BDGuid, { payload }) => ({ BDGuid, ...row.fromPayload(payload) }),
  }
  return {
    method: 'POST',
    path,
    auth: 'platform',
    action: type,
    refuses: ['not-published', 'any-rule', ...refuses],
    summary,
    rules,
    body: z.strictObject({ BDGuid: z.uuid(), ...fields }),
    response: outcomeSchema,
    platformCommand,
  } as const
}
