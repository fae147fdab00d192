import { ok } from '#lib/result.ts'
import type { submissionCalls } from '#protocol/calls/submission.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { createBidReceiver } from './receive-bid.ts'

/** Sealing and submitting a bid, until the opening time. */
export function submissionHandlers(services: Services): Handlers<typeof submissionCalls> {
  const { log, clock } = services
  const { sectionFor, receive } = createBidReceiver(services)

  return {
    async getSealingInfo({ query, login }) {
      const { actor } = login
      const state = await sectionFor(query.BDGuid, actor)
      if (!state.ok) return state
      const { tender, bidders } = state.value
      const bidder = bidders[actor.unitCode ?? '']
      const sessionRecipient = await log.sealRecipient(query.BDGuid)
      if (!tender || !bidder || !sessionRecipient) return refuse('not-published')
      const { submission } = bidder
      return ok({
        bdGuid: query.BDGuid,
        bdbh: tender.sectionCode,
        bdmc: tender.sectionName,
        OpenBidTime: tender.opensAt,
        EntprsCode: bidder.code,
        EntprsName: bidder.name,
        columns: tender.columns,
        sessionRecipient,
        submitted: submission && {
          bidFileId: submission.fileId,
          fileName: submission.fileName,
          ciphertextHash: submission.ciphertextHash,
          at: submission.at,
        },
        serverTime: new Date(clock()).toISOString(),
      })
    },

    submitBidFile: ({ request, login, commandId, address }) =>
      receive({ request, commandId, address, actorOf: () => login.actor }),
  }
}
