import type { SessionState } from '#domain/session/state.ts'
import type { FileState } from '#domain/submission/bid-state.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import { type FileReference, fileStateIn } from './pending-files.ts'

interface Waiter extends FileReference {
  resolve(file: FileState | null): void
}

interface Parts {
  readonly log: Pick<SessionLogReader, 'state'>
  /** Takes the newest state of a session in which a file is waited for. */
  update(sessionId: string, state: SessionState): void
}

/** Callers that wait until a file is no longer being opened. */
export function createOutcomeWaiters({ log, update }: Parts) {
  const waiters = new Map<string, Set<Waiter>>()

  return {
    /** The file's state once it is settled; null after `milliseconds`, and where the session cannot be read. */
    wait({ sessionId, bidderCode, fileId }: FileReference, milliseconds: number): Promise<FileState | null> {
      const inSession = waiters.get(sessionId) ?? new Set<Waiter>()
      waiters.set(sessionId, inSession)
      let resolve: Waiter['resolve'] = () => {}
      const outcome = new Promise<FileState | null>((answer) => {
        resolve = (file) => {
          clearTimeout(timer)
          inSession.delete(waiter)
          if (inSession.size === 0) waiters.delete(sessionId)
          answer(file)
        }
      })
      const waiter = { sessionId, bidderCode, fileId, resolve }
      const timer = setTimeout(() => resolve(null), milliseconds)
      inSession.add(waiter)
      const read = log.state(sessionId)
      read.then(
        (snapshot) => snapshot && update(sessionId, snapshot.unredactedState),
        () => resolve(null),
      )
      return outcome
    },
    /** Answers the waiters whose files are settled in this state. */
    update(sessionId: string, state: SessionState): void {
      for (const waiter of waiters.get(sessionId) ?? []) {
        const file = fileStateIn(state, waiter)
        if (file && file.status !== 'opening') waiter.resolve(file)
      }
    },
  }
}
