import type { Logger } from 'pino'
import type { SessionState } from '#domain/session/state.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'

interface Parts {
  readonly log: Pick<SessionLogReader, 'state'>
  readonly logger: Logger
  readonly milliseconds: number
  update(sessionId: string, state: SessionState): void
}

/** Reads a session's state again after a pause; however often it is asked for meanwhile, it is read once. */
export function createRereads({ log, logger, milliseconds, update }: Parts) {
  const timers = new Map<string, NodeJS.Timeout>()
  let stopped = false

  function later(sessionId: string): void {
    if (stopped || timers.has(sessionId)) return
    const timer = setTimeout(() => {
      timers.delete(sessionId)
      log.state(sessionId).then(
        (snapshot) => snapshot && update(sessionId, snapshot.unredactedState),
        (error: unknown) => {
          logger.error({ err: error, sessionId }, 'a session could not be read')
          later(sessionId)
        },
      )
    }, milliseconds)
    timers.set(sessionId, timer)
  }

  function stop(): void {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
  }

  return { later, stop }
}
