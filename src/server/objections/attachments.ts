import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { type Attachment, attachmentName, attachmentProblem } from '#domain/objections/attachment.ts'
import type { SessionState } from '#domain/session/state.ts'
import { contentKind } from '#lib/file-content/kind.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { objectionFile } from '../db/schema.ts'
import { withBytesLocked } from '../files/bytes-lock.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type AttachmentPorts, removeUnnamed } from './attachment-bytes.ts'
import { removeExpired, submittedIn } from './expired-attachments.ts'

/*
 * Files for objections, from their upload on:
 * 1. An upload belongs to its bidder alone until an objection in the log names it; then the log decides who sees it.
 * 2. A row is inserted before its bytes have their name and anybody learns of it; bytes are deleted only when no row
 *    names them.
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
    discard: discard.bind(null, ports),
    removeExpired: removeExpired.bind(null, ports),
    /** The content; null when the file does not exist. */
    open: ({ sha256 }: Attachment) => ports.files.stream(sha256),
  }
}

export type Attachments = ReturnType<typeof createAttachments>

/**
 * Stores an upload, if its size, content and name are accepted (OBJ-3, OBJ-4). With `isClaimed` it is as one that was
 * claimed from the beginning.
 */
async function take(
  ports: AttachmentPorts,
  uploader: Uploader,
  state: SessionState,
  file: { readonly name: string | Promise<string>; readonly content: Readable },
  isClaimed = false,
): Promise<Result<Attachment, Refusal>> {
  if (!(await makeRoom(ports, uploader, state))) return refuse('too-many-requests')
  const fileId = randomUUID()
  try {
    const taken = await ports.files.take(file.content, async ({ sha256, size, inspect }) => {
      const kind = await inspect(contentKind)
      const given = await file.name
      const name = kind === null ? given : attachmentName(given, kind)
      const problem = attachmentProblem({ name, size, kind })
      if (problem || kind === null) return problem ? err(problem) : refuse('attachment-kind')
      const attachment = { fileId, name, kind, size, sha256 }
      await insert(ports, { ...uploader, claimedAt: isClaimed ? new Date(ports.clock()) : null }, attachment)
      return ok(attachment)
    })
    return taken.ok ? ok(taken.value.inspected) : taken
  } catch (error) {
    await ports.database.db.delete(objectionFile).where(isUpload(uploader, fileId))
    throw error
  }
}

/** Inserts the row before its bytes have their name: from here on nobody who deletes the same bytes deletes these. */
function insert(
  { database, clock }: AttachmentPorts,
  uploader: Uploader & { readonly claimedAt: Date | null },
  { fileId: id, ...file }: Attachment,
): Promise<void> {
  return withBytesLocked(database, file.sha256, async (tx) => {
    await tx.insert(objectionFile).values({ id, ...uploader, ...file, uploadedAt: new Date(clock()) })
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

/** Deletes an upload that no command has named yet, claimed or not. */
async function discard(ports: AttachmentPorts, uploader: Uploader, fileId: string): Promise<void> {
  const [row] = await ports.database.db
    .delete(objectionFile)
    .where(isUpload(uploader, fileId))
    .returning({ sha256: objectionFile.sha256 })
  if (row) await removeUnnamed(ports, row.sha256)
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
