import { wholeMinutes } from '#client/session/whole-minutes.ts'
import { err, ok, type Result } from '#lib/result.ts'

export type LimitProblem = 'limitMissing' | 'limitNotInteger' | 'limitTooShort'

/** The decryption time limit as typed, in minutes, by the rules of S0 §5: required, whole, at least the minimum. */
export function decryptionLimit(typed: string, minimum: number): Result<number, LimitProblem> {
  if (typed.trim() === '') return err('limitMissing')
  const minutes = wholeMinutes(typed)
  if (minutes === null) return err('limitNotInteger')
  return minutes < minimum ? err('limitTooShort') : ok(minutes)
}
