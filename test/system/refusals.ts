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
