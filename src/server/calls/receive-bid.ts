import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import type { EventShapes } from '#domain/session/event.ts'
import { refusal, strangerRefusal } from '#domain/session/permissions.ts'
import { bidFileSuffixes } from '#domain/submission/bid-file.ts'
import { envelopeOf } from '#domain/tender/tender.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { cleanLine } from '#lib/text.ts'
import { hardwareSerial } from '#protocol/calls/submission.ts'
import { formProblem } from '#protocol/messages/input-problem.ts'
import { hasSuffix } from '#protocol/tender-file/manifest.ts'
import { largestFileMegabytes } from '#protocol/upload-limit.ts'
import type { Manifest } from '#seal/format.ts'
import { longestManifest, variableLength, verifyManifest } from '#seal/manifest.ts'
import { isCanonicalDocument } from '#seal/signed-document.ts'
import { type Announced, type ReceivedForm, readUpload } from '../files/upload.ts'
import type { Snapshot } from '../log/session-log-reader.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CommittedCommand } from '../session/authority.ts'
import { sameCertificate } from '../session/signed-document.ts'

type Fields = Announced['fields']

type Submitted = Pick<EventShapes['BidSubmitted']['payload'], 'fileId' | 'ciphertextHash' | 'replaces'>

/** Enough bytes to contain the head of an outer layer. */
const headLength = 4096

/** A sealed bid that is uploaded by its bidder, or by the trading platform for them. */
export interface Incoming {
  readonly request: FastifyRequest
  readonly commandId: string
  /** The bidder's network address; null where the platform sends the bid. */
  readonly address: string | null
  /** The bidder, by the form's fields. */
  actorOf(fields: Fields): Actor
  /** Runs once the whole form has been read. */
  check?(): Promise<Result<null, Refusal>>
}

/** Receives sealed bids until the opening time. */
export function createBidReceiver(
  services: Pick<Services, 'log' | 'files' | 'storedBids' | 'authority' | 'trust' | 'settings'>,
) {
  const { files, storedBids } = services

  async function receive(incoming: Incoming) {
    const { request, actorOf } = incoming
    const upload = await readUpload(request, files, {
      check: ({ fields }) => readManifest(services, fields, actorOf(fields)),
      wanted: ({ ciphertextHash, ciphertextSize }) => ({
        bytes: { sha256: ciphertextHash, size: ciphertextSize },
        otherwise: { code: 'manifest-mismatch', params: {} },
      }),
      inspect: (form) => inspect(services, form, incoming),
    })
    if (!upload.ok) return upload
    const { submit, sessionId } = upload.value.inspected
    const { fileId, ciphertextHash } = upload.value.checked
    const submitted = await storedBids.submit({ sessionId, fileId, ciphertextHash }, submit)
    // Of a refused bid, or of a replaced one that was sent again.
    await removing(request, storedBids.removeUnnamed(ciphertextHash))
    if (!submitted.ok) return submitted
    const { replaces, ...receipt } = submitted.value
    if (replaces !== null) await removing(request, storedBids.removeReplaced(sessionId, replaces))
    return ok({ Result: true, ResultMessage: '', ...receipt })
  }

  return {
    sectionFor: (sessionId: string, actor: Actor) => sectionFor(services, sessionId, actor),
    receive,
  }
}

/** Waits for a removal of bytes. One that fails changes no answer; what was replaced is removed within the hour. */
function removing({ log }: FastifyRequest, removal: Promise<void>): Promise<void> {
  return removal.catch((err: unknown) => log.error({ err }, 'bytes of a bid file could not be removed'))
}

const isUuid = (text: string) => z.uuid().safeParse(text).success

/** The section, for a bidder who is enrolled in it and may still submit. */
async function sectionFor(
  { log }: Pick<Services, 'log'>,
  sessionId: string,
  actor: Actor,
): Promise<Result<Snapshot, Refusal>> {
  const known = isUuid(sessionId) ? await log.state(sessionId) : null
  if (!known) return err(strangerRefusal(actor, 'SubmitBid') ?? { code: 'not-published', params: {} })
  const { unredactedState } = known
  const refused = refusal(unredactedState, actor, 'SubmitBid')
  return refused ? err(refused) : ok(known)
}

/** The form's manifest, if this bidder may submit its file in this section; checked before the file is read. */
async function readManifest(
  { log, trust, settings }: Pick<Services, 'log' | 'trust' | 'settings'>,
  fields: Fields,
  actor: Actor,
): Promise<Result<Manifest, Refusal>> {
  const sessionId = fields.BDGuid ?? ''
  const known = await sectionFor({ log }, sessionId, actor)
  if (!known.ok) return known
  const serial = hardwareSerial.optional().safeParse(fields.cdsn)
  if (!serial.success)
    return refuse('bad-request', {
      path: 'cdsn',
      reason: 'at most 100 characters',
      problem: 'long',
      limit: '100',
    })
  const jws = fields.manifest ?? ''
  if (variableLength(jws) > longestManifest) return refuse('manifest-too-long', { maximum: longestManifest })
  const verified = await verifyManifest(jws)
  if (!verified.ok) return refuse('manifest-invalid')
  // The log keeps it as it was sent.
  if (!isCanonicalDocument(jws)) return refuse('manifest-not-canonical')
  const { manifest, certificatePem } = verified.value
  const { tender, bidders } = known.value.unredactedState
  const bidder = bidders[actor.unitCode ?? '']
  if (!bidder?.certificate || !sameCertificate(bidder.certificate, certificatePem)) {
    return refuse('certificate-mismatch')
  }
  const trusted = await trust.checkEnrolled(certificatePem)
  if (!trusted.ok) return trusted
  const isTheirs = manifest.sessionId === sessionId && manifest.bidderCode === bidder.code
  const problem = manifestProblem(manifest, {
    isTheirs,
    encrypted: tender?.encrypted ?? true,
    bidSuffixes: settings.variant.files.bidSuffixes,
  })
  return problem ? err(problem) : ok(manifest)
}

function manifestProblem(
  { kind, fileName, ciphertextSize, wrappedIdentity }: Manifest,
  section: { isTheirs: boolean; encrypted: boolean; bidSuffixes: readonly string[] },
): Refusal | null {
  if (ciphertextSize > largestFileMegabytes * 1024 * 1024) {
    return { code: 'too-large', params: { megabytes: largestFileMegabytes } }
  }
  const isEncrypted = wrappedIdentity !== null
  if (isEncrypted !== section.encrypted) {
    return { code: isEncrypted ? 'bids-not-encrypted' : 'bid-not-encrypted', params: {} }
  }
  if (cleanLine(fileName) !== fileName)
    return { code: 'bad-request', params: formProblem('fileName', 'unseen characters') }
  if (!section.isTheirs) return { code: 'manifest-mismatch', params: {} }
  const suffixes = bidFileSuffixes[kind].filter((suffix) => section.bidSuffixes.includes(suffix))
  if (hasSuffix(fileName, suffixes)) return null
  return { code: 'bid-file-suffix', params: { suffixes: suffixes.join('、') } }
}

/** The command that submits the file, if it would be accepted now; checked before the file is kept. */
async function inspect(
  { log, authority }: Pick<Services, 'log' | 'authority'>,
  { fields, checked: manifest, received }: ReceivedForm<Manifest>,
  { commandId, address, actorOf, check }: Incoming,
) {
  // The file is here: however long it waits for its turn, this is when it came.
  const arrived = authority.arrival()
  const checked = (await check?.()) ?? ok(null)
  if (!checked.ok) return checked
  const sessionId = fields.BDGuid ?? ''
  const actor = actorOf(fields)
  const known = await sectionFor({ log }, sessionId, actor)
  if (!known.ok) return known
  const envelope = envelopeOf(known.value.unredactedState.tender, manifest.kind)
  const head = await received.readHead(headLength)
  if (!(await log.isSealedFor(sessionId, envelope, head))) return refuse('manifest-mismatch')
  const { kind, fileId, fileName, ciphertextHash, ciphertextSize, contentCommitment } = manifest
  const asked = { sessionId, actor, commandId, address: address ?? '' }
  const payload = {
    ...{ kind, fileId, fileName, ciphertextHash, ciphertextSize, contentCommitment, address },
    manifest: fields.manifest ?? '',
    hardwareSerial: hardwareSerial.optional().parse(fields.cdsn) ?? null,
  }
  const command: Command = { type: 'SubmitBid', payload }
  const { address: _, ...sent } = payload
  // Sent again, it may come from another address.
  const content = { type: 'SubmitBid', payload: sent } as const
  const refused = await authority.precheck(asked, command, content)
  if (refused) return err(refused)
  const submit = async () => {
    const done = await authority.decide(asked, command, content, arrived)
    return done.ok ? receiptOf(done.value, fileId) : done
  }
  return ok({ sessionId, submit })
}

/** What the log says of a submission; refused if it is not this file's, of an id from before digests were kept. */
function receiptOf({ seq, entries: [entry] }: CommittedCommand, fileId: string) {
  const submitted = entry?.type === 'BidSubmitted' ? (entry.payload as Submitted) : null
  if (!entry || submitted?.fileId !== fileId) return refuse('command-id-used')
  const { ciphertextHash, replaces } = submitted
  return ok({ seq, bidFileId: fileId, ciphertextHash, submittedAt: entry.at, replaces })
}
