import { randomUUID } from 'node:crypto'
import { decryptionProblem } from '#domain/decryption/hand-over.ts'
import type { Command } from '#domain/session/command.ts'
import { decide } from '#domain/session/decide.ts'
import { refusal } from '#domain/session/permissions.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import { parseFileKey } from '#seal/file-key.ts'
import { isIdentity } from '#seal/layers.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { freshDraw } from './draw-secret.ts'
import { importSiteStaff } from './import-site-staff.ts'
import type { PreparationContext, PreparationServices } from './preparation-services.ts'
import { prepareSignature } from './prepare-signature.ts'
import { readAgencySignature, readSignature } from './signed-document.ts'

/**
 * Turns a client's command into the domain's: reads keys, checks signatures, adds ids. Permissions are checked first,
 * so that nobody causes work, or learns from its outcome, who may not give the command.
 */
export async function prepareCommand(
  wire: WireCommand,
  context: PreparationContext,
  services: PreparationServices,
): Promise<Result<Command, Refusal>> {
  const { actor, state, sessionId, now } = context
  const refused = refusal(state, actor, wire.type)
  if (refused) return err(refused)
  switch (wire.type) {
    case 'EnterSession':
      return ok({ type: 'EnterSession', payload: { address: context.address } })
    case 'EnrolBidder': {
      const info = await services.trust.checkEnrolled(wire.payload.certificate)
      if (!info.ok) return info
      if (info.value.unitCode !== wire.payload.bidderCode) return refuse('malformed-certificate')
      return ok(wire)
    }
    case 'RaiseObjection':
      return raiseObjection(wire.payload, context, services)
    case 'DeclareDraw':
      return ok({ type: 'DeclareDraw', payload: { ...freshDraw(), ...wire.payload } })
    case 'DecryptBid':
      return decryptBid(wire.payload, context, services)
    case 'AddWorker':
      return ok({ type: 'AddWorker', payload: { workerId: randomUUID(), ...wire.payload } })
    case 'ImportWorkers':
      return importSiteStaff(wire.payload.source, context, services)
    case 'SignCommitmentLetter': {
      const document = 'commitment-letter'
      const expected = { session: sessionId, document, bidderCode: actor.unitCode ?? '' } as const
      const read = await readSignature(wire.payload.jws, expected, state, { now, trust: services.trust })
      if (!read.ok) return read
      const { signature, hash: letterHash } = read.value
      return ok({ type: 'SignCommitmentLetter', payload: { signature, letterHash } })
    }
    case 'StartSigning':
      return startSigning(wire, context, services)
    case 'SignRecord':
      return prepareSignature(wire.payload, context, services)
    case 'DeclareFailure':
      return declareFailure(wire.payload, context, services)
    case 'ConfirmOverview': {
      const document = 'overview'
      const expected = { session: sessionId, document, bidderCode: actor.unitCode ?? '' } as const
      const read = await readSignature(wire.payload.jws, expected, state, { now, trust: services.trust })
      if (!read.ok) return read
      const { signature, hash } = read.value
      return ok({ type: 'ConfirmOverview', payload: { signature, overviewHash: hash } })
    }
    default:
      return ok(wire)
  }
}

/** Makes the PDF of the record, where the command will not be refused anyway (REC-1). */
async function startSigning(
  wire: Extract<WireCommand, { type: 'StartSigning' }>,
  { actor, state, now, sessionId }: PreparationContext,
  { rules, freezeRecord }: PreparationServices,
): Promise<Result<Command, Refusal>> {
  const decided = decide(state, wire, { now, actor, rules })
  if (!decided.ok) return decided
  const frozen = await freezeRecord(sessionId)
  return frozen.ok ? ok({ ...wire, payload: { ...wire.payload, frozen: frozen.value } }) : frozen
}

/** Reads the agency's signature of the failure, where there is one (HLT-6). */
async function declareFailure(
  { jws, ...form }: Extract<WireCommand, { type: 'DeclareFailure' }>['payload'],
  { state, sessionId }: PreparationContext,
  { trust }: PreparationServices,
): Promise<Result<Command, Refusal>> {
  if (!jws) return ok({ type: 'DeclareFailure', payload: { ...form, signed: null } })
  const read = await readAgencySignature(jws, sessionId, state, trust)
  if (!read.ok) return read
  const { signature, hash } = read.value
  return ok({ type: 'DeclareFailure', payload: { ...form, signed: { signature, hash } } })
}

/** Checks the key only; the file is opened after the command is acknowledged. */
function decryptBid(
  { fileId, method, key }: Extract<WireCommand, { type: 'DecryptBid' }>['payload'],
  { actor, state, now }: PreparationContext,
  { rules }: PreparationServices,
): Result<Command, Refusal> {
  const problem = decryptionProblem(state, { actor, now, rules }, fileId)
  if (problem) return err(problem)
  const fileIdentity = identityOf(key)
  return fileIdentity
    ? ok({ type: 'DecryptBid', payload: { fileId, method, fileIdentity } })
    : refuse('malformed-key')
}

/** Adds the objection's id, and the attachment that the bidder uploaded before. */
async function raiseObjection(
  { content, attachmentId }: Extract<WireCommand, { type: 'RaiseObjection' }>['payload'],
  { sessionId, actor }: PreparationContext,
  { attachments }: PreparationServices,
): Promise<Result<Command, Refusal>> {
  const uploader = { sessionId, bidderCode: actor.unitCode ?? '' }
  const attachment = attachmentId ? await attachments.claim(uploader, attachmentId) : null
  if (attachmentId && !attachment) return refuse('attachment-missing')
  return ok({ type: 'RaiseObjection', payload: { objectionId: randomUUID(), content, attachment } })
}

/** The file's identity: unwrapped by the certificate, or typed from the printed file key; null if malformed. */
function identityOf(key: string): string | null {
  if (isIdentity(key)) return key
  const typed = parseFileKey(key)
  return typed.ok ? typed.value : null
}
