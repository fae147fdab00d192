import { randomUUID } from 'node:crypto'
import { ok } from '#lib/result.ts'
import { type platformCalls, tenderFileKinds } from '#protocol/calls/platform.ts'
import { createSessionKey } from '#seal/layers.ts'
import { storedFile } from '../db/schema.ts'
import { readUpload } from '../files/upload.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { done } from './command.ts'

/** What the trading platform does: publishes sections, enrols bidders, gives accounts. */
export function platformHandlers(services: Services): Handlers<typeof platformCalls> {
  const { authority, log, accounts, files, database, clock } = services

  return {
    async publishTender({ body, login, commandId, address, language }) {
      if (login.actor.role !== 'platform') return refuse('forbidden')
      const { identity, recipient } = await createSessionKey()
      // The command's id is the section's: a publication asked for twice is one section.
      const sessionId = commandId
      await log.create({ id: sessionId, sealIdentity: identity, sealRecipient: recipient })
      const asked = { sessionId, actor: login.actor, commandId, address }
      const published = await authority.decide(asked, { type: 'PublishTender', payload: body })
      if (!published.ok) return published
      return ok({ Result: true, ResultMessage: done(language), seq: published.value.seq, BDGuid: sessionId })
    },

    async addTenderFile({ request, login }) {
      if (login.actor.role !== 'platform') return refuse('forbidden')
      const upload = await readUpload(request, files, async ({ BDGuid }) =>
        (await log.state(BDGuid ?? '')) ? ok(null) : refuse('not-published'),
      )
      if (!upload.ok) return upload
      const { fields, fileName, stored } = upload.value
      const kind = tenderFileKinds.safeParse(fields.FUJIANLEIXING)
      if (!kind.success) return refuse('bad-request', { path: 'FUJIANLEIXING', reason: 'unknown kind' })
      const id = randomUUID()
      await database.db.insert(storedFile).values({
        id,
        sessionId: fields.BDGuid ?? '',
        kind: kind.data,
        bidderCode: null,
        name: fileName,
        size: stored.size,
        sha256: stored.sha256,
        uploadedAt: new Date(clock()),
      })
      return ok({ fileId: id })
    },

    async enrolBidder({ body, login, commandId, address, language }) {
      const { BDGuid, EntprsCode, EntprsName, CertPem } = body
      const asked = { sessionId: BDGuid, actor: login.actor, commandId, address }
      const payload = { bidderCode: EntprsCode, name: EntprsName, certificate: CertPem }
      const enrolled = await authority.submit(asked, { type: 'EnrolBidder', payload })
      if (!enrolled.ok) return enrolled
      return ok({ Result: true, ResultMessage: done(language), seq: enrolled.value.seq })
    },

    async callSecondEnvelope({ body, login, commandId, address, language }) {
      const asked = { sessionId: body.BDGuid, actor: login.actor, commandId, address }
      const called = await authority.submit(asked, { type: 'CallSecondEnvelope', payload: {} })
      if (!called.ok) return called
      return ok({ Result: true, ResultMessage: done(language), seq: called.value.seq })
    },

    async addAccount({ body, login, language }) {
      if (login.actor.role !== 'platform') return refuse('forbidden')
      if (!(await accounts.add(body))) return refuse('account-exists')
      return ok({ Result: true, ResultMessage: done(language) })
    },
  }
}
