import { desc, eq } from 'drizzle-orm'
import { isHidden, toRecorded } from '#domain/entry.ts'
import { viewFor } from '#domain/view.ts'
import { ok } from '#lib/result.ts'
import type { logCalls } from '#protocol/calls/log.ts'
import { progressLine } from '#protocol/messages/progress.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { storedFile } from '../db/schema.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { parseCommand } from '../session/parse-command.ts'
import { snapshotFor } from '../session/snapshot.ts'
import type { Handlers } from '../transport/handler.ts'
import { outcome, submit } from './command.ts'

/** The progress log's newest lines, as many as a screen would show. */
const lineLimit = 5000

/** The session log by REST, its sentences, and the tender's files. */
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

    async getSessionSnapshot({ session, login }) {
      // Head, hash and state of one moment: `session` may be older than a read of the log would be.
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

    async getKBProgressMessage({ session, login, language }) {
      const page = await log.read(session.id, Math.max(0, session.head - lineLimit), lineLimit)
      const viewer = viewerOf(login.actor)
      const nameOf = (code: string) => session.state.bidders[code]?.name ?? code
      const lines = (page?.entries ?? []).flatMap((entry) => {
        const seen = viewFor(viewer, entry)
        const line = isHidden(seen) ? null : progressLine(toRecorded(seen), language, nameOf)
        return line === null ? [] : [{ seq: entry.seq, CreateTime: entry.at, Message: line }]
      })
      return ok(lines)
    },

    addKBProgressMessage: (context) =>
      outcome(authority, context, { type: 'PostMessage', payload: { message: context.body.Message } }),

    async getTenderFileList({ session }) {
      const rows = await database.db
        .select()
        .from(storedFile)
        .where(eq(storedFile.sessionId, session.id))
        .orderBy(desc(storedFile.uploadedAt), storedFile.name)
      return ok(
        rows
          .filter((row) => row.kind !== 'bid')
          .map((row) => ({
            fileId: row.id,
            FILE_NAME: row.name,
            FUJIANLEIXING: row.kind,
            size: row.size,
            uploadTime: row.uploadedAt.toISOString(),
          })),
      )
    },

    async getTenderFile({ session, query }) {
      const [row] = await database.db.select().from(storedFile).where(eq(storedFile.id, query.fileId))
      if (!row || row.sessionId !== session.id || row.kind === 'bid') return refuse('not-found')
      const content = await files.stream(row.sha256)
      if (!content) return refuse('download-missing')
      return ok({ fileName: row.name, mediaType: 'application/octet-stream', content })
    },
  }
}
