import { viewState } from '#domain/session/view-state.ts'
import type { BidFileState } from '#domain/submission/bid-state.ts'
import { hasSubmitted } from '#domain/submission/bids.ts'
import { ok } from '#lib/result.ts'
import { bidFileTypeOf } from '#protocol/bid-file-type.ts'
import type { submissionCalls } from '#protocol/calls/submission.ts'
import { lotCodes } from '#protocol/lot-status.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { createBidReceiver } from './receive-bid.ts'

function receivedOf(file: BidFileState | undefined) {
  if (!file) return null
  const { fileId, fileName, ciphertextHash, at } = file.submission
  return { bidFileId: fileId, fileName, ciphertextHash, at }
}

/** What a bidder needs to seal a bid, and its submission. */
export function submissionHandlers(services: Services): Handlers<typeof submissionCalls> {
  const { log, previews, clock, viewerOf } = services
  const { sectionFor, receive } = createBidReceiver(services)

  return {
    async getSealingInfo({ query, login }) {
      const { actor } = login
      const section = await sectionFor(query.BDGuid, actor)
      if (!section.ok) return section
      const { unredactedState } = section.value
      const viewer = viewerOf(actor)
      const preview = await previews.previewOf(query.BDGuid, viewer, section.value)
      const state = preview?.state ?? viewState(viewer, unredactedState)
      const { tender, bidders } = state
      const bidder = bidders[actor.unitCode ?? '']
      const [sessionRecipient, second] = await Promise.all(
        ([1, 2] as const).map((envelope) => log.sealRecipient(query.BDGuid, envelope)),
      )
      if (!tender || !bidder || !sessionRecipient || !second) return refuse('not-published')
      return ok({
        bdGuid: query.BDGuid,
        bdbh: tender.sectionCode,
        bdmc: tender.sectionName,
        OpenBidTime: tender.opensAt,
        BDZHUANGTAI: lotCodes[state.lot],
        EntprsCode: bidder.code,
        EntprsName: bidder.name,
        columns: tender.columns,
        sessionRecipient,
        encrypted: tender.encrypted,
        bidFiles: tender.bidFiles.map((asked) => ({
          ...asked,
          sessionRecipient: asked.envelope === 2 ? second : sessionRecipient,
          tbwjLeiXing: bidFileTypeOf(asked.kind, tender),
          submitted: receivedOf(bidder.files[asked.kind]),
        })),
        isComplete: hasSubmitted(state, bidder),
        serverTime: new Date(clock()).toISOString(),
      })
    },

    submitBidFile: ({ request, login, commandId, address }) =>
      receive({ request, commandId, address, actorOf: () => login.actor }),
  }
}
