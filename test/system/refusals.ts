import { type CallFailure, failureOf } from '#simulators/client/http-client.ts'

/** The code of a refused call; `done` where it was not refused. */
export async function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'done',
    (error: unknown) => failureOf(error)?.code ?? String(error),
  )
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
