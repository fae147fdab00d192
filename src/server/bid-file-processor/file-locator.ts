import type { Logger } from 'pino'
import type { FileStore } from '../files/file-store.ts'
import type { PendingFile } from './pending-files.ts'

const locateAttempts = 10

/** Finds stored bid files on disk. A disk that fails ten times counts as the server's failure. */
export function createFileLocator(files: Pick<FileStore, 'locate'>, logger: Logger) {
  /** Failed attempts by key. */
  const failures = new Map<string, number>()

  /** The file's path and size, or why it cannot be opened. Throws while another attempt makes sense. */
  return async ({ sessionId, fileId, submission }: PendingFile, key: string) => {
    try {
      const found = await files.locate(submission.ciphertextHash)
      failures.delete(key)
      return found ?? 'damaged-file'
    } catch (error) {
      const attempt = (failures.get(key) ?? 0) + 1
      if (attempt < locateAttempts) {
        failures.set(key, attempt)
        throw error
      }
      failures.delete(key)
      logger.error({ err: error, sessionId, fileId }, 'a bid file could not be looked for')
      return 'server-failure'
    }
  }
}
