import { and, eq, lt } from 'drizzle-orm'
import { objectionsOf } from '#domain/objections/objection.ts'
import type { SessionState } from '#domain/session/state.ts'
import { objectionFile } from '../db/schema.ts'
import { type AttachmentPorts, removeUnnamed } from './attachment-bytes.ts'

/** An hour longer than an upload can be submitted (OBJ-8). */
const keptMilliseconds = 25 * 3_600_000

/** Removes expired uploads that no objection in the log names, and bytes that no upload names. */
export async function removeExpired(ports: AttachmentPorts): Promise<void> {
  const { database, files, log, clock } = ports
  const isOld = lt(objectionFile.uploadedAt, new Date(clock() - keptMilliseconds))
  const old = await database.db
    .select()
    .from(objectionFile)
    .where(and(eq(objectionFile.submitted, false), isOld))
  for (const sessionId of new Set(old.map((row) => row.sessionId))) {
    const known = await log.state(sessionId)
    const submitted = known ? submittedIn(known.unredactedState) : new Set<string>()
    for (const row of old.filter((one) => one.sessionId === sessionId)) {
      if (submitted.has(row.id)) await markSubmitted(ports, row.id)
      else await discard(ports, row)
    }
  }
  await files.discardUnfinished(clock() - keptMilliseconds)
  for (const sha256 of await files.storedBefore(clock() - keptMilliseconds))
    await removeUnnamed(ports, sha256)
}

async function markSubmitted({ database }: AttachmentPorts, id: string): Promise<void> {
  await database.db.update(objectionFile).set({ submitted: true }).where(eq(objectionFile.id, id))
}

async function discard(
  ports: AttachmentPorts,
  { id, sha256 }: { id: string; sha256: string },
): Promise<void> {
  await ports.database.db.delete(objectionFile).where(eq(objectionFile.id, id))
  await removeUnnamed(ports, sha256)
}

/** The ids of the files that objections and the opener's records in the log name. */
export function submittedIn(state: SessionState): Set<string> {
  return new Set([
    ...objectionsOf(state).flatMap(({ attachment }) => attachment?.fileId ?? []),
    ...state.openingFiles.map(({ file }) => file.fileId),
  ])
}
