import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { type Attachment, attachmentName, attachmentProblem } from '#domain/objections/attachment.ts'
import type { SessionState } from '#domain/session/state.ts'
import { contentKind } from '#lib/file-content/kind.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { objectionFile } from '../db/schema.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type AttachmentPorts, removeUnnamed, withBytesLocked } from './attachment-bytes.ts'
import { removeExpired, submittedIn } from './expired-attachments.ts'

/*
 * Files for objections, from their upload on:
 * 1. An upload belongs to its bidder alone until an objection in the log names it; then the log decides who sees it.
 * 2. A row is inserted before anybody learns of its file, and bytes are deleted only when no row names them.
 * 3. A claimed file, one that an objection was made with, is not deleted at once: the objection may be about to enter
 *    the log. `removeExpired` deletes it after a day if the log does not name it.
 */

/** An upload can be submitted for this time (OBJ-8). */
const heldMilliseconds = 24 * 3_600_000

/** How many uploads of a bidder may wait in a section; the oldest are deleted for a new one. */
const mostWaiting = 5
/** How many claimed files of a bidder may wait for `removeExpired`. */
const mostClaimed = 20

/** Whose upload it is. */
export interface Uploader {
  readonly sessionId: string
  readonly bidderCode: string
}

export function createAttachments(ports: AttachmentPorts) {
  return {
    take: take.bind(null, ports),
    claim: claim.bind(null, ports),
    waiting: waiting.bind(null, ports),
    drop: drop.bind(null, ports),
    removeExpired: removeExpired.bind(null, ports),
    /** The content; null when the file does not exist. */
    open: ({ sha256 }: Attachment) => ports.files.stream(sha256),
  }
}

export type Attachments = ReturnType<typeof createAttachments>

/** Stores an upload, if its size, content and name are accepted (OBJ-3, OBJ-4). A refused one is deleted. */
async function take(
  ports: AttachmentPorts,
  uploader: Uploader,
  state: SessionState,
  file: { readonly name: string; readonly content: Readable },
): Promise<Result<Attachment, Refusal>> {
  const { files } = ports
  if (!(await makeRoom(ports, uploader, state))) return refuse('too-many-requests')
  const { sha256, size } = await files.put(file.content)
  const found = await files.inspectStored(sha256, async (bytes) => ({ kind: await contentKind(bytes) }))
  // The same bytes of another upload were deleted at this moment.
  if (!found) return refuse('upload-failed')
  const { kind } = found
  const name = kind === null ? file.name : attachmentName(file.name, kind)
  const problem = attachmentProblem({ name, size, kind })
  if (problem || kind === null) {
    await removeUnnamed(ports, sha256)
    return problem ? err(problem) : refuse('attachment-kind')
  }
  const attachment = { fileId: randomUUID(), name, kind, size, sha256 }
  return (await insert(ports, uploader, attachment)) ? ok(attachment) : refuse('upload-failed')
}

/** Inserts the row; false if the stored bytes were deleted meanwhile together with another upload of the same file. */
function insert(
  { database, files, clock }: AttachmentPorts,
  uploader: Uploader,
  { fileId: id, ...file }: Attachment,
): Promise<boolean> {
  return withBytesLocked(database, file.sha256, async (tx) => {
    if (!(await files.inspectStored(file.sha256, async () => true))) return false
    await tx.insert(objectionFile).values({ id, ...uploader, ...file, uploadedAt: new Date(clock()) })
    return true
  })
}

/** The attachment for an objection that is about to be made; null where the bidder has no such upload. */
async function claim(
  { database, clock }: AttachmentPorts,
  uploader: Uploader,
  fileId: string,
): Promise<Attachment | null> {
  const isInTime = gt(objectionFile.uploadedAt, new Date(clock() - heldMilliseconds))
  const [row] = await database.db
    .update(objectionFile)
    .set({ claimedAt: new Date(clock()) })
    .where(and(isUpload(uploader, fileId), isInTime))
    .returning()
  return row ? attachmentOf(row) : null
}

/** An upload that waits to be submitted. */
async function waiting(
  { database }: AttachmentPorts,
  uploader: Uploader,
  fileId: string,
): Promise<Attachment | null> {
  const [row] = await database.db.select().from(objectionFile).where(isUpload(uploader, fileId))
  return row ? attachmentOf(row) : null
}

/**
 * Deletes an upload; false where the bidder has none of this id, or an objection in the log names it. A claimed one is
 * left to `removeExpired`.
 */
async function drop(
  ports: AttachmentPorts,
  uploader: Uploader,
  fileId: string,
  state: SessionState,
): Promise<boolean> {
  const [row] = await ports.database.db
    .delete(objectionFile)
    .where(and(isUpload(uploader, fileId), isNull(objectionFile.claimedAt)))
    .returning()
  if (row) {
    await removeUnnamed(ports, row.sha256)
    return true
  }
  return !submittedIn(state).has(fileId) && (await waiting(ports, uploader, fileId)) !== null
}

/** Deletes the oldest waiting uploads for a new one; false where too many are claimed. */
async function makeRoom(ports: AttachmentPorts, uploader: Uploader, state: SessionState): Promise<boolean> {
  const submitted = submittedIn(state)
  const rows = await ports.database.db
    .select()
    .from(objectionFile)
    .where(isOf(uploader))
    .orderBy(asc(objectionFile.uploadedAt))
  const left = rows.filter(({ id }) => !submitted.has(id))
  const idle = left.filter(({ claimedAt }) => claimedAt === null)
  const surplus = idle.slice(0, Math.max(0, idle.length - mostWaiting + 1))
  for (const { id } of surplus) await drop(ports, uploader, id, state)
  return left.length - idle.length < mostClaimed
}

function isOf({ sessionId, bidderCode }: Uploader) {
  return and(eq(objectionFile.sessionId, sessionId), eq(objectionFile.bidderCode, bidderCode))
}

function isUpload(uploader: Uploader, fileId: string) {
  return and(isOf(uploader), eq(objectionFile.id, fileId))
}

function attachmentOf({ id, name, kind, size, sha256 }: typeof objectionFile.$inferSelect): Attachment {
  return { fileId: id, name, kind, size, sha256 }
}
