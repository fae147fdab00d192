import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { SessionEvent } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import { openFileStore } from '#server/files/file-store.ts'
import { createMemoryLog } from '#server/log/memory-log.ts'
import { createFiledDocuments, type Ordering } from '#server/reports/filed-documents.ts'
import { createAuthority } from '#server/session/authority.ts'
import { opener, platform } from '../domain/sample-actors.ts'
import { freezeRecord } from './freeze-record.ts'
import { noCertificates } from './no-certificates.ts'
import { rules } from './sample-tender.ts'

export type FiledFixture = Awaited<ReturnType<typeof openFiledFixture>>

/** Filed documents of one section with this history, with a store of files of their own. */
export async function openFiledFixture(history: readonly SessionEvent[]) {
  const id = randomUUID()
  const folder = await mkdtemp(join(tmpdir(), 'kaibiao-documents-'))
  const files = await openFileStore(folder)
  const log = createMemoryLog(randomBytes)
  await log.create({ id, sealIdentity: 'identity', sealRecipient: 'recipient' })
  const preparation = {
    ...{ rules, sectionState: async () => null, freezeRecord },
    ...noCertificates,
    attachments: { claim: async () => null },
  }
  const authority = createAuthority(log, preparation, Date.now, pino({ level: 'silent' }))

  async function happen(events: readonly SessionEvent[]): Promise<void> {
    const happened = { actor: platform, commandId: randomUUID(), content: null, at: Date.now() }
    await log.append(id, { ...happened, decide: () => ok([...events]) })
  }
  await happen(history)

  return {
    documents: createFiledDocuments({ files, authority, log }),
    happen,
    async ordering(actor = opener): Promise<Ordering> {
      const state = (await log.state(id))?.unredactedState
      if (!state) throw new Error('no session')
      return { login: { actor }, session: { id, state }, commandId: randomUUID(), address: '' }
    },
    close: () => rm(folder, { recursive: true }),
  }
}
