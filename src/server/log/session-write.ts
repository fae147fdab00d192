import type { BatchPlan, Fold } from './batch.ts'
import type { LogMarks } from './log-marks.ts'
import type { EncryptPrivate } from './private-fields.ts'
import type { SessionRow } from './rows.ts'

/** A plan with each entry's private fields encrypted, null for an entry without any, and its mark. */
export interface EncryptedPlan extends BatchPlan {
  readonly locked: readonly (Uint8Array | null)[]
  readonly marks: readonly Buffer[]
  readonly decidedBy: ClockShown
}

/** What this node thought the database's time was (epoch ms), `at` by the monotonic clock. */
export interface ClockShown {
  readonly now: number
  readonly at: number
}

/** The plans to be written for a session, each decided on the one before. */
export interface SessionWrite {
  readonly session: SessionRow
  readonly plans: readonly [EncryptedPlan, ...EncryptedPlan[]]
}

/** Encrypts the private fields of a plan, and marks its entries. */
export function encryptPlan(
  { encrypt, logMarks }: { readonly encrypt: EncryptPrivate; readonly logMarks: Pick<LogMarks, 'of'> },
  plan: BatchPlan,
  decidedBy: ClockShown,
): EncryptedPlan {
  const locked = encrypt(plan.texts.map(({ secrets }) => secrets))
  const marks = plan.texts.map(({ entry }) => logMarks.of(entry))
  // Field by field: this runs for every append, and spreading the object takes several times as long.
  const { base, answers, entries, texts, commands, fold, leeway, doubtful } = plan
  return { base, answers, entries, texts, commands, fold, leeway, doubtful, locked, marks, decidedBy }
}

/** The fold after the last plan. */
export function foldOf({ plans }: SessionWrite): Fold {
  return (plans.at(-1) ?? plans[0]).fold
}
