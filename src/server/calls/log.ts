import type { Readable } from 'node:stream'
import { desc, eq } from 'drizzle-orm'
import type { Actor } from '#domain/session/actor.ts'
import { viewFor } from '#domain/session/view.ts'
import { importedFiles } from '#domain/tender/imported-files.ts'
import type { ImportedTenderFile } from '#domain/tender/tender-file.ts'
import { ok } from '#lib/result.ts'
import { entriesPerAnswer, type logCalls, tenderFileUrl } from '#protocol/calls/log.ts'
import { logFileName } from '#protocol/document-names.ts'
import type { Language } from '#protocol/messages/codes.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import { storedFile } from '../db/schema.ts'
import type { FileStore } from '../files/file-store.ts'
import { exportHistory, exportPreview } from '../history/export.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { parseCommand } from '../session/parse-command.ts'
import { snapshotFor, snapshotOfPreview } from '../session/snapshot.ts'
import type { Handlers, OpenSession } from '../transport/handler.ts'
import { createTurns } from '../turns.ts'
import { submit } from './command.ts'

/** The session log by REST, and the tender's files. */
export function logHandlers(services: Services): Handlers<typeof logCalls> {
  const { log, previews, viewerOf, database, sectionKeys: keys, files, authority } = services
  const turn = createTurns()

  /** A page of what the caller gets: the log, or their preview of it. */
  async function pageOf({ id, preview }: OpenSession, actor: Actor, after: number, limit: number) {
    if (preview) return { ...preview, entries: preview.read(after, limit) }
    const page = await log.read(id, after, limit)
    const viewer = viewerOf(actor)
    return page && { ...page, entries: page.entries.map((entry) => viewFor(viewer, entry)) }
  }

  return {
    async getSessionLog({ session, login, query }) {
      const page = await pageOf(session, login.actor, query.after, Math.min(query.limit, entriesPerAnswer))
      if (!page) return refuse('not-published')
      const { entries } = page
      const to = query.after + entries.length
      const message = { epoch: page.epoch, from: query.after + 1, to, head: page.head, entries }
      return ok(message as unknown as EventsMessage)
    },

    async exportSessionLog({ session, login, language }) {
      const viewer = viewerOf(login.actor)
      // From memory: reading the whole log would take the longer, the more rivals there are.
      const preview = await unlessDamaged(previews.previewOf(session.id, viewer))
      if (preview) {
        const code = preview.state.tender?.sectionCode ?? session.id
        return ok(logFile(code, language, exportPreview(session.id, preview)))
      }
      const exported = await exportHistory({ database, keys, turn }, session.id, viewer)
      if (!exported) return refuse('not-published')
      return ok(logFile(exported.sectionCode ?? session.id, language, exported.content))
    },

    async getSessionSnapshot({ session, login }) {
      if (session.preview) return ok(snapshotOfPreview(session.preview))
      // Head, hash and state must be of one moment; `session.state` may be older.
      const known = await log.state(session.id)
      if (!known) return refuse('not-published')
      return ok(snapshotFor(viewerOf(login.actor), known))
    },

    async submitCommand(context) {
      const { id, type, payload } = context.body
      const command = parseCommand(type, payload)
      if (!command.ok) return command
      const done = await submit(authority, { ...context, commandId: id }, command.value)
      return done.ok ? ok({ id, seq: done.value.seq }) : done
    },

    async getTenderFileList({ session }) {
      const rows = await database.db
        .select()
        .from(storedFile)
        .where(eq(storedFile.sessionId, session.id))
        .orderBy(desc(storedFile.uploadedAt), storedFile.name)
      const shown = rows.filter((row) => row.kind !== 'bid')
      return ok([...importedFiles(session.state).map(importedRow), ...shown.map(storedRow)])
    },

    async getTenderFile({ session, query }) {
      const seen = importedFiles(session.state)
      const imported = seen.find(({ fileId }) => fileId === query.fileId)
      if (imported) return download(files, imported.fileName, imported.sha256)
      const [row] = await database.db.select().from(storedFile).where(eq(storedFile.id, query.fileId))
      if (!row || row.sessionId !== session.id || row.kind === 'bid') return refuse('not-found')
      return download(files, row.name, row.sha256)
    },
  }
}

/** The exported log as a file; `section`: the section's code, or its id where the log does not say it. */
function logFile(section: string, language: Language, content: Readable) {
  const fileName = logFileName(section, language)
  const exported = { kind: 'session-log', format: 'jsonl' } as const
  return { fileName, mediaType: 'application/jsonl', content, exported }
}

/** Null where the log is too damaged to be read. */
async function unlessDamaged<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    return null
  }
}

async function download(files: FileStore, fileName: string, sha256: string) {
  const content = await files.stream(sha256)
  if (!content) return refuse('download-missing')
  const exported = { kind: 'tender-file' } as const
  return ok({ fileName, mediaType: 'application/octet-stream', content, exported })
}

/** An imported tender file, listed like the tender documents that the platform sent. */
function importedRow({ fileId, fileName, size, at }: ImportedTenderFile) {
  const file = { fileId, FILE_NAME: fileName, FILE_URL: tenderFileUrl(fileId) }
  return { ...file, FUJIANLEIXING: 'tender', size, uploadTime: at }
}

function storedRow({ id, name, kind, size, uploadedAt }: typeof storedFile.$inferSelect) {
  return {
    fileId: id,
    FILE_NAME: name,
    FILE_URL: tenderFileUrl(id),
    FUJIANLEIXING: kind as string,
    size,
    uploadTime: uploadedAt.toISOString(),
  }
}
