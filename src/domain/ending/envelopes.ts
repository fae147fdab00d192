import { ok } from '#lib/result.ts'
import type { CommandType } from '../session/command.ts'
import type { Decision } from '../session/context.ts'
import { event } from '../session/event.ts'
import type { Rejection } from '../session/rejection.ts'
import { betweenEnvelopes, type SessionState } from '../session/state.ts'
import { opensTwice } from '../tender/tender.ts'

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
 * Why a command has no place between two envelopes; null when it has. What the first one's opening found stands, and
 * still does in a second in which there is nothing to open.
 */
export function envelopeProblem(state: SessionState, command: CommandType): Rejection | null {
  const { tender, stage } = state
  const stands = betweenEnvelopes(state) || (stage.number === 2 && tender !== null && !opensTwice(tender))
  if (!stands || stillAllowed.includes(command)) return null
  return { code: 'envelope-ended', params: {} }
}

/** The trading platform calls for the second envelope when the first has been evaluated (S1 §4). */
export function callSecondEnvelope(state: SessionState): Decision {
  return ok(betweenEnvelopes(state) ? [event('SecondEnvelopeCalled', {})] : [])
}
