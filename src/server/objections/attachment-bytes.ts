import { eq } from 'drizzle-orm'
import type { Clock } from '#lib/ports.ts'
import type { Database } from '../db/database.ts'
import { objectionFile } from '../db/schema.ts'
import { withBytesLocked } from '../files/bytes-lock.ts'
import type { FileStore } from '../files/file-store.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'

export interface AttachmentPorts {
  readonly database: Database
  /** A store for attachments alone. */
  readonly files: FileStore
  readonly log: Pick<SessionLogReader, 'state'>
  readonly clock: Clock
}

/** Deletes bytes that no row names. */
export function removeUnnamed({ database, files }: AttachmentPorts, sha256: string): Promise<void> {
  return withBytesLocked(database, sha256, async (tx) => {
    const [named] = await tx
      .select({ id: objectionFile.id })
      .from(objectionFile)
      .where(eq(objectionFile.sha256, sha256))
      .limit(1)
    if (!named) await files.remove(sha256)
  })
}
