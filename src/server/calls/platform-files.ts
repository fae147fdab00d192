import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '#domain/session/actor.ts'
import { ok, type Result } from '#lib/result.ts'
import { type platformCalls, tenderFileKinds } from '#protocol/calls/platform.ts'
import type { Database } from '../db/database.ts'
import { clarification, storedFile } from '../db/schema.ts'
import { readUpload } from '../files/upload.ts'
import { platformActor } from '../platform/actor.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { createBidReceiver } from './receive-bid.ts'
import { createTenderFileReceiver } from './receive-tender-file.ts'

type FileCalls = Pick<
  typeof platformCalls,
  'addTenderFile' | 'importTenderFile' | 'addClarification' | 'deliverBidFile'
>

/** Files and clarifications that the trading platform sends. */
export function platformFileHandlers(services: Services): Handlers<FileCalls> {
  const { log, files, database, clock, platform } = services
  const bids = createBidReceiver(services)
  const tenderFiles = createTenderFileReceiver(services)

  return {
    async addTenderFile({ request, commandId }) {
      const upload = await readUpload(request, files, {
        check: ({ fields }) => placeOf(services, fields),
        inspect: () => platform.bodyHolds(request),
      })
      if (!upload.ok) return upload
      const { fileName, stored, checked: place } = upload.value
      const file = {
        ...place,
        id: commandId,
        bidderCode: null,
        name: fileName,
        size: stored.size,
        sha256: stored.sha256,
        uploadedAt: new Date(clock()),
      }
      await database.db.insert(storedFile).values(file).onConflictDoNothing()
      return ok({ fileId: commandId })
    },

    importTenderFile: ({ request, commandId, address, language }) =>
      tenderFiles.receive({
        ...{ request, commandId, address, language, actor: platformActor },
        sessionOf: ({ BDGuid = '' }) => BDGuid,
        check: () => platform.bodyHolds(request),
      }),

    async addClarification({ body: { BDGuid, title, content, publish_time }, commandId }) {
      if (!(await log.state(BDGuid))) return refuse('not-published')
      const published = {
        id: commandId,
        sessionId: BDGuid,
        title,
        content,
        publishedAt: new Date(publish_time),
      }
      await database.db.insert(clarification).values(published).onConflictDoNothing()
      return ok({ clarificationId: commandId })
    },

    deliverBidFile: ({ request, commandId }) =>
      bids.receive({
        request,
        commandId,
        address: null,
        actorOf: ({ EntprsCode = '' }) => bidderThrough(EntprsCode),
        check: () => platform.bodyHolds(request),
      }),
  }
}

/** Where a file for the file view belongs, by its form's fields; checked before the file is stored. */
async function placeOf(
  { log, database }: Pick<Services, 'log' | 'database'>,
  { BDGuid, FUJIANLEIXING, clarificationId: named }: Readonly<Record<string, string>>,
) {
  const sessionId = z.uuid().safeParse(BDGuid)
  if (!sessionId.success)
    return refuse('bad-request', { path: 'BDGuid', reason: 'a UUID expected', problem: 'form' })
  const kind = tenderFileKinds.safeParse(FUJIANLEIXING)
  if (!kind.success)
    return refuse('bad-request', { path: 'FUJIANLEIXING', reason: 'unknown kind', problem: 'form' })
  if (!(await log.state(sessionId.data))) return refuse('not-published')
  const attached = await clarificationOf(database, sessionId.data, named)
  if (!attached.ok) return attached
  return ok({ sessionId: sessionId.data, kind: kind.data, clarificationId: attached.value })
}

/** The clarification that a file names, which must be of the same section; null where it names none. */
async function clarificationOf(
  database: Database,
  sessionId: string,
  named: string | undefined,
): Promise<Result<string | null, Refusal>> {
  if (named === undefined) return ok(null)
  const id = z.uuid().safeParse(named)
  const [found] = id.success
    ? await database.db.select().from(clarification).where(eq(clarification.id, id.data))
    : []
  return found?.sessionId === sessionId ? ok(found.id) : refuse('not-found')
}

/** The platform acting for a bidder: the log names the platform, and the bidder's certificate proves the file. */
function bidderThrough(unitCode: string): Actor {
  return { ...platformActor, role: 'bidder', unitCode }
}
