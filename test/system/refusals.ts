import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { type CallFailure, failureOf } from '#simulators/client/http-client.ts'

/** `done`, or the code of the refusal; a forbidden REST call must say 403. Throws if there is no answer. */
export async function codeOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked
    return 'done'
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null
    const failure = failureOf(error)
    if (!failure) throw error
    if (failure.code === 'forbidden' && cause instanceof Object && 'status' in cause)
      expect(cause.status).toBe(403)
    return failure.code
  }
}

/** The code of a refused call and the text that its user reads; `done` where it was not refused. */
export async function refusalOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'done',
    (error: unknown) => {
      const { code, message } = (error as Error).cause as CallFailure
      return `${code}: ${message}`
    },
  )
}

/** Retries requests that were rate-limited, because one user asks more here than the limit allows. */
export async function unhurried<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (failureOf(error)?.code !== 'too-many-requests') throw error
      await sleep(1000)
    }
  }
}

/** Refusals that an allowed role must never get. A refusal by a rule is fine. */
export const neverAllowed = [
  'forbidden',
  'not-enrolled',
  'opening-ended',
  'objections-closed',
  'tender-locked',
  'editing-locked',
  'wrong-status',
  'unknown-command',
  'unauthenticated',
  'session-expired',
  'internal',
  'unreadable',
]
