import type { FastifyRequest } from 'fastify'
import type { Actor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { refusal } from '#domain/session/permissions.ts'
import type { SessionState } from '#domain/session/state.ts'
import { bidFileSuffixes, type EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { envelopeOf } from '#domain/tender/tender.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { hardwareSerial } from '#protocol/calls/submission.ts'
import { hasSuffix } from '#protocol/tender-file/manifest.ts'
import { largestFileMegabytes } from '#protocol/upload-limit.ts'
import type { Manifest } from '#seal/format.ts'
import { isSealedElsewhere, isSealedTo } from '#seal/layers.ts'
import { verifyManifest } from '#seal/manifest.ts'
import type { Arrived } from '../files/file-store.ts'
import { type Announced, type Arrival, readUpload } from '../files/upload.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { sameCertificate } from '../session/signed-document.ts'

type Fields = Announced['fields']

/** Bytes in which an outer layer's head lies, with room to spare. */
const headLength = 4096

/** A sealed bid on its way in, from its bidder or from the trading platform for them. */
export interface Incoming {
  readonly request: FastifyRequest
  readonly commandId: string
  /** Where the bid comes from; null where another system hands it over. */
  readonly address: string | null
  /** Whose bid it is, by the form's fields. */
  actorOf(fields: Fields): Actor
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
  settings,
}: Pick<Services, 'log' | 'clock' | 'files' | 'authority' | 'trust' | 'settings'>) {
  const { bidSuffixes } = settings.variant.files

  /** The section, for a bidder who is enrolled in it and may still submit. */
  async function sectionFor(sessionId: string, actor: Actor): Promise<Result<SessionState, Refusal>> {
    const known = await log.state(sessionId)
    if (!known) return refuse('not-published')
    const refused = refusal(known.unredactedState, actor, 'SubmitBid')
    return refused ? err(refused) : ok(known.unredactedState)
  }

  /** The manifest of a form holds for this bidder and this section; said before the file is taken. */
  async function readManifest(fields: Fields, actor: Actor): Promise<Result<Manifest, Refusal>> {
    const sessionId = fields.BDGuid ?? ''
    const known = await sectionFor(sessionId, actor)
    if (!known.ok) return known
    const serial = hardwareSerial.optional().safeParse(fields.cdsn)
    if (!serial.success) return refuse('bad-request', { path: 'cdsn', reason: 'at most 100 characters' })
    const verified = await verifyManifest(fields.manifest ?? '')
    if (!verified.ok) return refuse('manifest-invalid')
    const { manifest, certificatePem } = verified.value
    const bidder = known.value.bidders[actor.unitCode ?? '']
    if (!bidder?.certificate || !sameCertificate(bidder.certificate, certificatePem)) {
      return refuse('certificate-mismatch')
    }
    const trusted = await trust.checkEnrolled(certificatePem)
    if (!trusted.ok) return trusted
    if (manifest.ciphertextSize > largestFileMegabytes * 1024 * 1024) {
      return refuse('too-large', { megabytes: largestFileMegabytes })
    }
    const isTheirs = manifest.sessionId === sessionId && manifest.bidderCode === bidder.code
    const isEncrypted = manifest.wrappedIdentity !== null
    if (isEncrypted !== (known.value.tender?.encrypted ?? true)) {
      return refuse(isEncrypted ? 'bids-not-encrypted' : 'bid-not-encrypted')
    }
    if (!isTheirs) return refuse('manifest-mismatch')
    const suffixes = bidFileSuffixes[manifest.kind].filter((suffix) => bidSuffixes.includes(suffix))
    return hasSuffix(manifest.fileName, suffixes)
      ? ok(manifest)
      : refuse('bid-file-suffix', { suffixes: suffixes.join('、') })
  }

  /**
   * Whether the file opens with the session's key. Of a file for a second envelope with a key of its own
   * only so much is tried: that it is no file of the first. The key itself rests until the call.
   */
  async function isSealedFor(
    sessionId: string,
    arrived: Arrived,
    envelope: EnvelopeNumber,
  ): Promise<boolean> {
    const identity = await log.sealIdentity(sessionId, 1)
    if (!identity) return false
    const head = await arrived.readHead(headLength)
    const rests = envelope === 2 && (await log.hasSecondKey(sessionId))
    return rests ? isSealedElsewhere(head, identity) : isSealedTo(head, identity)
  }

  /** What submitting the file would be, where it may be now: asked before it is kept. */
  async function inspect(
    { fields, checked: manifest, arrived }: Arrival<Manifest>,
    { commandId, address, actorOf, check }: Incoming,
  ) {
    const checked = (await check?.()) ?? ok(null)
    if (!checked.ok) return checked
    const sessionId = fields.BDGuid ?? ''
    const actor = actorOf(fields)
    const state = await sectionFor(sessionId, actor)
    if (!state.ok) return state
    const envelope = envelopeOf(state.value.tender, manifest.kind)
    if (!(await isSealedFor(sessionId, arrived, envelope))) return refuse('manifest-mismatch')
    const { kind, fileId, fileName, ciphertextHash, ciphertextSize, contentCommitment } = manifest
    const asked = { sessionId, actor, commandId, address: address ?? '' }
    const command: Command = {
      type: 'SubmitBid',
      payload: {
        kind,
        fileId,
        fileName,
        ciphertextHash,
        ciphertextSize,
        contentCommitment,
        manifest: fields.manifest ?? '',
        address,
        hardwareSerial: hardwareSerial.optional().parse(fields.cdsn) ?? null,
      },
    }
    const refused = await authority.precheck(asked, command)
    return refused ? err(refused) : ok({ asked, command })
  }

  async function receive(incoming: Incoming) {
    const { request, actorOf } = incoming
    const upload = await readUpload(request, files, {
      check: ({ fields }) => readManifest(fields, actorOf(fields)),
      wanted: ({ ciphertextHash, ciphertextSize }) => ({
        bytes: { sha256: ciphertextHash, size: ciphertextSize },
        otherwise: { code: 'manifest-mismatch', params: {} },
      }),
      inspect: (arrival) => inspect(arrival, incoming),
    })
    if (!upload.ok) return upload
    const { asked, command } = upload.value.inspected
    const { fileId, ciphertextHash } = upload.value.checked
    const done = await authority.decide(asked, command)
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
