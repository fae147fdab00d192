import type { Actor } from '#domain/actor.ts'
import { refusal } from '#domain/permissions.ts'
import type { SessionState } from '#domain/state.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { submissionCalls } from '#protocol/calls/submission.ts'
import { isSealedTo } from '#seal/layers.ts'
import { verifyManifest } from '#seal/manifest.ts'
import { readUpload, type Upload } from '../files/upload.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { sameCertificate } from '../session/signed-document.ts'
import type { Handlers } from '../transport/handler.ts'

/** Bytes in which an outer layer's head lies, with room to spare. */
const headLength = 4096

/** Sealing and submitting a bid, until the opening time. */
export function submissionHandlers(services: Services): Handlers<typeof submissionCalls> {
  const { log, clock, files, authority } = services

  /** The section, for a bidder who is enrolled in it and may still submit. */
  async function sectionFor(sessionId: string, actor: Actor): Promise<Result<SessionState, Refusal>> {
    const known = await log.state(sessionId)
    if (!known) return refuse('not-published')
    const refused = refusal(known.state, actor, 'SubmitBid')
    return refused ? err(refused) : ok(known.state)
  }

  /** The manifest holds for this bidder, this section and these bytes, and the file opens with the session's key. */
  async function readManifest(upload: Upload, sessionId: string, actor: Actor, state: SessionState) {
    const verified = await verifyManifest(upload.fields.manifest ?? '')
    if (!verified.ok) return refuse('manifest-invalid')
    const { manifest, certificatePem } = verified.value
    const bidder = state.bidders[actor.unitCode ?? '']
    if (!bidder?.certificate || !sameCertificate(bidder.certificate, certificatePem)) {
      return refuse('certificate-mismatch')
    }
    const right =
      manifest.sessionId === sessionId &&
      manifest.bidderCode === bidder.code &&
      manifest.ciphertextHash === upload.stored.sha256 &&
      manifest.ciphertextSize === upload.stored.size
    const identity = await log.sealIdentity(sessionId)
    const head = right && identity ? await files.readHead(upload.stored.sha256, headLength) : null
    if (!head || !identity || !(await isSealedTo(head, identity))) return refuse('manifest-mismatch')
    return ok(manifest)
  }

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

    async submitBidFile({ request, login, commandId, address }) {
      const { actor } = login
      const upload = await readUpload(request, files, (fields) => sectionFor(fields.BDGuid ?? '', actor))
      if (!upload.ok) return upload
      const sessionId = upload.value.fields.BDGuid ?? ''
      const state = await sectionFor(sessionId, actor)
      if (!state.ok) return state
      const manifest = await readManifest(upload.value, sessionId, actor, state.value)
      if (!manifest.ok) return manifest
      const { fileId, fileName, ciphertextHash, ciphertextSize, contentCommitment } = manifest.value
      const asked = { sessionId, actor, commandId, address }
      const done = await authority.decide(asked, {
        type: 'SubmitBid',
        payload: {
          fileId,
          fileName,
          ciphertextHash,
          ciphertextSize,
          contentCommitment,
          manifest: upload.value.fields.manifest ?? '',
        },
      })
      if (!done.ok) return done
      return ok({
        Result: true,
        ResultMessage: '',
        seq: done.value.seq,
        bidFileId: fileId,
        ciphertextHash,
        submittedAt: done.value.entries[0]?.at ?? new Date(clock()).toISOString(),
      })
    },
  }
}
