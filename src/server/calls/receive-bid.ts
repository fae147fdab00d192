import type { FastifyRequest } from 'fastify'
import type { Actor } from '#domain/actor.ts'
import { refusal } from '#domain/permissions.ts'
import type { SessionState } from '#domain/state.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { hardwareSerial } from '#protocol/calls/submission.ts'
import { isSealedTo } from '#seal/layers.ts'
import { verifyManifest } from '#seal/manifest.ts'
import { readUpload, type Upload } from '../files/upload.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { sameCertificate } from '../session/signed-document.ts'

/** Bytes in which an outer layer's head lies, with room to spare. */
const headLength = 4096

/** A sealed bid on its way in, from its bidder or from the trading platform for them. */
export interface Incoming {
  readonly request: FastifyRequest
  readonly commandId: string
  /** Where the bid comes from; null where another system hands it over. */
  readonly address: string | null
  /** Whose bid it is, by the form's fields. */
  actorOf(fields: Upload['fields']): Actor
  /** Said once the whole form has been read. */
  check?(): Promise<Result<null, Refusal>>
}

/** Takes sealed bids in, until the opening time. */
export function createBidReceiver({
  log,
  clock,
  files,
  authority,
  trust,
}: Pick<Services, 'log' | 'clock' | 'files' | 'authority' | 'trust'>) {
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
    const trusted = await trust.checkEnrolled(certificatePem)
    if (!trusted.ok) return trusted
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

  async function receive({ request, commandId, address, actorOf, check }: Incoming) {
    const upload = await readUpload(request, files, (fields) =>
      sectionFor(fields.BDGuid ?? '', actorOf(fields)),
    )
    if (!upload.ok) return upload
    const checked = (await check?.()) ?? ok(null)
    if (!checked.ok) return checked
    const serial = hardwareSerial.optional().safeParse(upload.value.fields.cdsn)
    if (!serial.success) return refuse('bad-request', { path: 'cdsn', reason: 'at most 100 characters' })
    const sessionId = upload.value.fields.BDGuid ?? ''
    const actor = actorOf(upload.value.fields)
    const state = await sectionFor(sessionId, actor)
    if (!state.ok) return state
    const manifest = await readManifest(upload.value, sessionId, actor, state.value)
    if (!manifest.ok) return manifest
    const { fileId, fileName, ciphertextHash, ciphertextSize, contentCommitment } = manifest.value
    const asked = { sessionId, actor, commandId, address: address ?? '' }
    const done = await authority.decide(asked, {
      type: 'SubmitBid',
      payload: {
        fileId,
        fileName,
        ciphertextHash,
        ciphertextSize,
        contentCommitment,
        manifest: upload.value.fields.manifest ?? '',
        address,
        hardwareSerial: serial.data ?? null,
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
  }

  return { sectionFor, receive }
}
