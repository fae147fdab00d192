import { desc, eq } from 'drizzle-orm'
import { viewFor } from '#domain/session/view.ts'
import { importedFiles } from '#domain/tender/imported-files.ts'
import type { ImportedTenderFile } from '#domain/tender/tender-file.ts'
import { ok } from '#lib/result.ts'
import type { logCalls } from '#protocol/calls/log.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { storedFile } from '../db/schema.ts'
import type { FileStore } from '../files/file-store.ts'
import { exportHistory } from '../history/export.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { parseCommand } from '../session/parse-command.ts'
import { snapshotFor } from '../session/snapshot.ts'
import type { Handlers } from '../transport/handler.ts'
import { submit } from './command.ts'

/** The session log by REST, and the tender's files. */
export function logHandlers(services: Services): Handlers<typeof logCalls> {
  const { log, viewerOf, database, files, authority } = services

  return {
    async getSessionLog({ session, login, query }) {
      const page = await log.read(session.id, query.after, query.limit)
      if (!page) return refuse('not-published')
      const viewer = viewerOf(login.actor)
      const entries = page.entries.map((entry) => viewFor(viewer, entry))
      const to = query.after + entries.length
      const message = { epoch: page.epoch, from: query.after + 1, to, head: page.head, entries }
      return ok(message as unknown as EventsMessage)
    },

    async exportSessionLog({ session, login }) {
      const exported = await exportHistory(database, session.id, viewerOf(login.actor))
      if (!exported) return refuse('not-published')
      const { sectionCode, content } = exported
      const fileName = `${sectionCode ?? session.id}.jsonl`
      return ok({ fileName, mediaType: 'application/jsonl', content })
    },

    async getSessionSnapshot({ session, login }) {
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

async function download(files: FileStore, fileName: string, sha256: string) {
  const content = await files.stream(sha256)
  return content
    ? ok({ fileName, mediaType: 'application/octet-stream', content })
    : refuse('download-missing')
}

/** An imported tender file, listed like the tender documents that the platform sent. */
function importedRow({ fileId, fileName, size, at }: ImportedTenderFile) {
  return { fileId, FILE_NAME: fileName, FUJIANLEIXING: 'tender', size, uploadTime: at }
}

function storedRow({ id, name, kind, size, uploadedAt }: typeof storedFile.$inferSelect) {
  return {
    fileId: id,
    FILE_NAME: name,
    FUJIANLEIXING: kind as string,
    size,
    uploadTime: uploadedAt.toISOString(),
  }
}
