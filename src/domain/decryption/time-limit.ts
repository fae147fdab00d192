import { err, ok, type Result } from '#lib/result.ts'
import type { Rejection } from '../session/rejection.ts'
import { isWindowLength } from '../session/window.ts'

/** Checks the time limit of decryption; `minutes` as entered, null where the field was empty. */
export function decryptionLimit(minutes: number | null, minimum: number): Result<number, Rejection> {
  if (minutes === null) return err({ code: 'decryption-limit-missing', params: {} })
  if (!isWindowLength(minutes)) return err({ code: 'decryption-limit-not-positive-integer', params: {} })
  return minutes < minimum ? err({ code: 'decryption-limit-too-short', params: { minimum } }) : ok(minutes)
}

/** The shortest extension, in minutes. */
export const shortestExtension = 1
