import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { type Attachment, attachmentName, attachmentProblem } from '#domain/objections/attachment.ts'
import { objectionsOf } from '#domain/objections/objection.ts'
import type { SessionState } from '#domain/session/state.ts'
import { contentKind } from '#lib/file-content/kind.ts'
import type { Clock } from '#lib/ports.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Database, Transaction } from '../db/database.ts'
import { objectionFile } from '../db/schema.ts'
import type { FileStore } from '../files/file-store.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import { type Refusal, refuse } from '../refusal.ts'

/*
 * Files for objections, from their upload on:
 * 1. What is uploaded is its bidder's alone until an objection in the log names it; the log then says who may see it.
 * 2. A row is there before anybody hears of its file, and bytes go only when no row names them any more.
 * 3. What an objection was made with (claimed) is not taken away at once: the objection may be on its way into the log.
 *    After a day nothing is on its way any more, and what the log does not name goes.
 */

/** After so long an upload can no longer be submitted; an hour later it goes. */
const heldMilliseconds = 24 * 3_600_000
const keptMilliseconds = 25 * 3_600_000

/** How many uploads of a bidder may wait in a section; before another one comes, the oldest go. */
const mostWaiting = 5
/** Of those that objections were tried with, which stay until `removeExpired`. */
const mostClaimed = 20

type Row = typeof objectionFile.$inferSelect

/** Whose upload it is. */
export interface Uploader {
  readonly sessionId: string
  readonly bidderCode: string
}

export interface AttachmentPorts {
  readonly database: Database
  /** A store that holds nothing else. */
  readonly files: FileStore
  readonly log: Pick<SessionLogReader, 'state'>
  readonly clock: Clock
}

export function createAttachments({ database, files, log, clock }: AttachmentPorts) {
  const { db } = database

  /**
   * Takes an upload in, cut off at the limit: its size, what it holds and its name decide (OBJ-3, OBJ-4). What is refused is
   * gone again.
   */
  async function take(
    uploader: Uploader,
    state: SessionState,
    file: { readonly name: string; readonly content: Readable },
  ): Promise<Result<Attachment, Refusal>> {
    if (!(await makeRoom(uploader, state))) return refuse('too-many-requests')
    const { sha256, size } = await files.put(file.content)
    const found = await files.look(sha256, async (bytes) => ({ kind: await contentKind(bytes) }))
    // Somebody else took the same bytes away just now.
    if (!found) return refuse('upload-failed')
    const { kind } = found
    const name = kind === null ? file.name : attachmentName(file.name, kind)
    const problem = attachmentProblem({ name, size, kind })
    if (problem || kind === null) {
      await forget(sha256)
      return problem ? err(problem) : refuse('attachment-kind')
    }
    const attachment = { fileId: randomUUID(), name, kind, size, sha256 }
    return (await enter(uploader, attachment)) ? ok(attachment) : refuse('upload-failed')
  }

  /** Makes the row, if the bytes are still there: somebody else may just have taken the same ones away. */
  function enter(uploader: Uploader, { fileId: id, ...file }: Attachment): Promise<boolean> {
    return alone(file.sha256, async (tx) => {
      if (!(await files.look(file.sha256, async () => true))) return false
      await tx.insert(objectionFile).values({ id, ...uploader, ...file, uploadedAt: new Date(clock()) })
      return true
    })
  }

  /** The attachment that an objection is about to be made with; null where this bidder has no such upload. */
  async function claim(uploader: Uploader, fileId: string): Promise<Attachment | null> {
    const since = new Date(clock() - heldMilliseconds)
    const [row] = await db
      .update(objectionFile)
      .set({ claimedAt: new Date(clock()) })
      .where(and(ofUploader(uploader), eq(objectionFile.id, fileId), gt(objectionFile.uploadedAt, since)))
      .returning()
    return row ? attachmentOf(row) : null
  }

  /** An upload that waits to be submitted. */
  async function waiting(uploader: Uploader, fileId: string): Promise<Attachment | null> {
    const [row] = await db
      .select()
      .from(objectionFile)
      .where(and(ofUploader(uploader), eq(objectionFile.id, fileId)))
    return row ? attachmentOf(row) : null
  }

  /**
   * Takes an upload back; false where this bidder has none of that id, or an objection stands with it. What was claimed
   * is deleted by `removeExpired`.
   */
  async function drop(uploader: Uploader, fileId: string, state: SessionState): Promise<boolean> {
    const [row] = await db
      .delete(objectionFile)
      .where(and(ofUploader(uploader), eq(objectionFile.id, fileId), isNull(objectionFile.claimedAt)))
      .returning()
    if (row) await forget(row.sha256)
    return (
      row !== undefined || (!submittedIn(state).has(fileId) && (await waiting(uploader, fileId)) !== null)
    )
  }

  async function makeRoom(uploader: Uploader, state: SessionState): Promise<boolean> {
    const submitted = submittedIn(state)
    const rows = await db
      .select()
      .from(objectionFile)
      .where(ofUploader(uploader))
      .orderBy(asc(objectionFile.uploadedAt))
    const left = rows.filter(({ id }) => !submitted.has(id))
    const idle = left.filter(({ claimedAt }) => claimedAt === null)
    for (const { id } of idle.slice(0, Math.max(0, idle.length - mostWaiting + 1)))
      await drop(uploader, id, state)
    return left.length - idle.length < mostClaimed
  }

  /** Removes uploads of more than a day ago that no objection in the log names, and bytes that no upload names. */
  async function removeExpired(): Promise<void> {
    const before = new Date(clock() - keptMilliseconds)
    const old = await db
      .select()
      .from(objectionFile)
      .where(and(eq(objectionFile.submitted, false), lt(objectionFile.uploadedAt, before)))
    for (const sessionId of new Set(old.map((row) => row.sessionId))) {
      const known = await log.state(sessionId)
      const submitted = known ? submittedIn(known.unredactedState) : new Set<string>()
      for (const row of old.filter((one) => one.sessionId === sessionId)) {
        if (submitted.has(row.id)) await keep(row)
        else await discard(row)
      }
    }
    await files.discardUnfinished(clock() - keptMilliseconds)
    for (const sha256 of await files.storedBefore(clock() - keptMilliseconds)) await forget(sha256)
  }

  async function keep({ id }: Row): Promise<void> {
    await db.update(objectionFile).set({ submitted: true }).where(eq(objectionFile.id, id))
  }

  async function discard({ id, sha256 }: Row): Promise<void> {
    await db.delete(objectionFile).where(eq(objectionFile.id, id))
    await forget(sha256)
  }

  /** Takes bytes away that no row names. */
  function forget(sha256: string): Promise<void> {
    return alone(sha256, async (tx) => {
      const [named] = await tx
        .select({ id: objectionFile.id })
        .from(objectionFile)
        .where(eq(objectionFile.sha256, sha256))
        .limit(1)
      if (!named) await files.remove(sha256)
    })
  }

  /** One at a time for the same bytes, on all nodes. */
  function alone<T>(sha256: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`)
      return work(tx)
    })
  }

  return {
    take,
    claim,
    waiting,
    drop,
    removeExpired,
    /** The bytes; null when they are not there. */
    open: ({ sha256 }: Attachment) => files.stream(sha256),
  }
}

export type Attachments = ReturnType<typeof createAttachments>

function ofUploader({ sessionId, bidderCode }: Uploader) {
  return and(eq(objectionFile.sessionId, sessionId), eq(objectionFile.bidderCode, bidderCode))
}

function attachmentOf({ id, name, kind, size, sha256 }: Row): Attachment {
  return { fileId: id, name, kind, size, sha256 }
}

function submittedIn(state: SessionState): Set<string> {
  return new Set(objectionsOf(state).flatMap(({ attachment }) => attachment?.fileId ?? []))
}
