import { err } from '#lib/result.ts'
import type { Command, CommandType } from './command.ts'
import type { CommandRow } from './command-row.ts'
import { commandTable } from './command-table.ts'
import type { Context, Decision } from './context.ts'
import { envelopeProblem, lotProblem, refusal } from './permissions.ts'
import type { Rejection } from './rejection.ts'
import type { SessionState } from './state.ts'

/**
 * Decides a command: its events, or why it is refused. Pure: time, actor and rules come in `context`. No events means
 * that the command's effect is there already.
 */
export function decide(state: SessionState, command: Command, context: Context): Decision {
  const problem = problemOf(state, command.type, context)
  if (problem) return err(problem)
  const row = commandTable[command.type] as CommandRow<never, null>
  return row.decide(state, command.payload as never, context)
}

/** Why a command of this type is refused whatever its payload; null when it is not. */
function problemOf(state: SessionState, type: CommandType, { actor }: Context): Rejection | null {
  const refused = refusal(state, actor, type)
  if (refused) return refused
  if (state.newerFrom !== null) return { code: 'newer-log', params: {} }
  if (state.tender === null && type !== 'PublishTender') return { code: 'not-published', params: {} }
  return lotProblem(state.lot, type) ?? envelopeProblem(state, type)
}
