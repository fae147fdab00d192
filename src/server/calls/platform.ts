import { opensTwice } from '#domain/tender/tender.ts'
import { ok } from '#lib/result.ts'
import type { platformCalls } from '#protocol/calls/platform.ts'
import { createSessionKey } from '#seal/layers.ts'
import { platformActor } from '../platform/actor.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { revocationsIn } from '../trail/revocations.ts'
import type { Handlers } from '../transport/handler.ts'
import { done } from './command.ts'
import { recordContacts } from './contacts.ts'
import { recordDeposits } from './deposits.ts'
import { platformFileHandlers } from './platform-files.ts'

/** The trading platform's signed calls that do more than give a command. A call that is repeated under its Idempotency-Key is done once. */
export function platformHandlers(services: Services): Handlers<typeof platformCalls> {
  const { authority, log, createSession, accounts, hallKey } = services
  const revoked = revocationsIn(services.trail, services.callers)

  return {
    async publishTender({ body, commandId, address, language }) {
      const { identity: sealIdentity, recipient: sealRecipient } = await createSessionKey()
      const second = opensTwice(body.tender) ? await secondKey() : null
      // The command's id becomes the section's, so a repeated publication makes one section.
      const sessionId = commandId
      await createSession({ id: sessionId, sealIdentity, sealRecipient, second })
      const asked = { sessionId, actor: platformActor, commandId, address }
      const published = await authority.decide(asked, { type: 'PublishTender', payload: body })
      if (!published.ok) return published
      return ok({ Result: true, ResultMessage: done(language), seq: published.value.seq, BDGuid: sessionId })
    },

    ...platformFileHandlers(services),

    recordDeposits: ({ body, language }) => recordDeposits(services, body, language),

    recordContacts: ({ body, language }) => recordContacts(services, body, language),

    async getSectionKey({ query }) {
      const sessionRecipient = await log.sealRecipient(query.BDGuid, 1)
      const secondRecipient = await log.sealRecipient(query.BDGuid, 2)
      const tender = (await log.state(query.BDGuid))?.unredactedState.tender
      if (sessionRecipient === null || secondRecipient === null || !tender) return refuse('not-published')
      return ok({ sessionRecipient, secondRecipient, encrypted: tender.encrypted })
    },

    async addAccount({ body, commandId, language }) {
      const { password, ...person } = body
      const isNew = password !== undefined && (await accounts.add({ ...person, password }, commandId))
      const described = isNew ? null : await accounts.upsertFromPlatform(person)
      if (!isNew && !described) return refuse('forbidden')
      if (described) await revoked(described.ended, 'addAccount', 'account-changed')
      return ok({ Result: true, ResultMessage: done(language) })
    },

    async getHallKeys() {
      return ok({ keys: [{ ...hallKey.publicJwk }] })
    },
  }
}

/** The key of the second envelope's files, which is not used until the envelope is called. */
async function secondKey() {
  const { identity, recipient } = await createSessionKey()
  return { sealIdentity: identity, sealRecipient: recipient }
}
