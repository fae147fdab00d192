import type { EvaluationStatus } from '#domain/evaluation/evaluation-status.ts'
import type { Command } from '#domain/session/command.ts'
import { attachmentOf, bidderCode } from './sample-actors.ts'

/* Commands of random sessions that belong to the tabs of the end screen. */

export function evaluation(status: EvaluationStatus): Command {
  return { type: 'ChangeEvaluationStatus', payload: { status } }
}

/** A deposit's account that occurs nowhere else. */
function accountOf(n: number): string {
  return `6222-17320508-${n}`
}

/** Edits of deposits, and files of the opener of which one is deleted. */
export function tabs(bidders: readonly number[]): Command[] {
  const rows = bidders.map((n) => ({ bidderCode: bidderCode(n), account: accountOf(n), status: '已缴纳' }))
  const check = { ...attachmentOf(8), name: `${accountOf(8)}.pdf` }
  return [
    { type: 'EditDeposits', payload: { rows } },
    { type: 'AddOpeningFile', payload: { purpose: 'deposit-check', file: check } },
    { type: 'AddOpeningFile', payload: { purpose: 'problem', file: attachmentOf(9) } },
    { type: 'RemoveOpeningFile', payload: { purpose: 'deposit-check', fileId: check.fileId } },
  ]
}
