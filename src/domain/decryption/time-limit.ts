import { err, ok, type Result } from '#lib/result.ts'
import type { Rejection } from '../session/rejection.ts'
import { windowLengthProblem } from '../session/window.ts'

/** Checks the time limit of decryption; `minutes` as entered, null where the field was empty. */
export function decryptionLimit(minutes: number | null, minimum: number): Result<number, Rejection> {
  if (minutes === null) return err({ code: 'decryption-limit-missing', params: {} })
  const problem = windowLengthProblem(minutes)
  if (problem?.code === 'limit-not-positive-integer')
    return err({ code: 'decryption-limit-not-positive-integer', params: {} })
  if (problem) return err(problem)
  return minutes < minimum ? err({ code: 'decryption-limit-too-short', params: { minimum } }) : ok(minutes)
}

/** Checks the minutes by which decryption is extended (DEC-13); null where the field was empty. */
export function decryptionExtension(minutes: number | null): Result<number, Rejection> {
  if (minutes === null) return err({ code: 'extension-missing', params: {} })
  const problem = windowLengthProblem(minutes)
  return problem ? err(problem) : ok(minutes)
}
