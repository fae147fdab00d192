import { ok } from '#lib/result.ts'
import type { CommandType } from '../command.ts'
import { event } from '../event.ts'
import type { Rejection } from '../rejection.ts'
import { betweenEnvelopes, type SessionState } from '../state.ts'
import type { Decision } from './context.ts'

/** What the first envelope's end leaves open; `EndOpening` has its own conditions. */
const stillAllowed: readonly CommandType[] = [
  'EnterSession',
  'PostMessage',
  'MarkObjectionRead',
  'CallSecondEnvelope',
  'EndOpening',
  'ChangeLotStatus',
]

/**
 * Why a command has no place at this stage of a double envelope; null when it has. What the first envelope's
 * opening found stands once it has ended. The second has no files of its own yet: it can be called and ended, so
 * that no session is stuck, and nothing in it is opened or announced a second time.
 */
export function envelopeProblem(state: SessionState, command: CommandType): Rejection | null {
  if (state.stage.firstEndedAt === null || stillAllowed.includes(command)) return null
  return { code: betweenEnvelopes(state) ? 'envelope-ended' : 'second-envelope-not-ready', params: {} }
}

/** The trading platform calls for the second envelope when the first has been evaluated (S1 §4). */
export function callSecondEnvelope(state: SessionState): Decision {
  return ok(betweenEnvelopes(state) ? [event('SecondEnvelopeCalled', {})] : [])
}
