import { err } from '#lib/result.ts'
import type { Command, CommandType } from './command.ts'
import type { CommandRow } from './command-row.ts'
import { commandTable } from './command-table.ts'
import type { Context, Decision } from './context.ts'
import { envelopeProblem, lotProblem, refusal } from './permissions.ts'
import type { Rejection } from './rejection.ts'
import type { SessionState } from './state.ts'

/**
 * What a command makes happen, or why it may not. Pure: time, actor and rules come in `context`. No events means
 * that what was asked for already stands.
 */
export function decide(state: SessionState, command: Command, context: Context): Decision {
  const problem = problemOf(state, command.type, context)
  if (problem) return err(problem)
  const row = commandTable[command.type] as CommandRow<never, null>
  return row.decide(state, command.payload as never, context)
}

/** What stands against any command of this type, whatever it says; null when nothing does. */
function problemOf(state: SessionState, type: CommandType, { actor }: Context): Rejection | null {
  const refused = refusal(state, actor, type)
  if (refused) return refused
  if (state.newerFrom !== null) return { code: 'newer-log', params: {} }
  if (state.tender === null && type !== 'PublishTender') return { code: 'not-published', params: {} }
  return lotProblem(state.lot, type) ?? envelopeProblem(state, type)
}
