import { randomUUID } from 'node:crypto'
import type { Actor } from '#domain/actor.ts'
import type { Command, OpeningOutcome } from '#domain/command.ts'
import { decryptionProblem } from '#domain/decide/opening.ts'
import { refusal } from '#domain/permissions.ts'
import type { Rules } from '#domain/rules.ts'
import type { SessionState } from '#domain/state.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Turnstile } from '#lib/turnstile.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import { parseFileKey } from '#seal/file-key.ts'
import { isIdentity } from '#seal/layers.ts'
import { type OpenRequest, openBid } from '#seal/open-bid.ts'
import type { TrustKeeper } from '../auth/trust-keeper.ts'
import type { FileStore } from '../files/file-store.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { readSignature } from './signed-document.ts'

/** What preparing a command may use; `sealIdentity` opens the outer layer of the session's files. */
export interface Workshop {
  readonly files: FileStore
  readonly rules: Rules
  readonly trust: Pick<TrustKeeper, 'checkEnrolled'>
  /** Files are opened in memory, whole: only so many at once, however many bidders decrypt together. */
  readonly opening: Turnstile
  sealIdentity(sessionId: string): Promise<string | null>
}

export interface Preparation {
  readonly sessionId: string
  readonly actor: Actor
  readonly address: string
  readonly now: number
  readonly state: SessionState
}

/**
 * Turns what a client asked for into the domain's command: opens the file, checks the signature. Only for who may
 * ask at all: nobody gets work done, or an answer out of it, that the rules refuse them.
 */
export async function prepare(
  wire: WireCommand,
  preparation: Preparation,
  workshop: Workshop,
): Promise<Result<Command, Refusal>> {
  const { actor, state, sessionId, now } = preparation
  const refused = refusal(state, actor, wire.type)
  if (refused) return err(refused)
  switch (wire.type) {
    case 'EnterSession':
      return ok({ type: 'EnterSession', payload: { address: preparation.address } })
    case 'EnrolBidder': {
      const info = await workshop.trust.checkEnrolled(wire.payload.certificate)
      if (!info.ok) return info
      if (info.value.unitCode !== wire.payload.bidderCode) return refuse('malformed-certificate')
      return ok(wire)
    }
    case 'RaiseObjection':
      return ok({ type: 'RaiseObjection', payload: { objectionId: randomUUID(), ...wire.payload } })
    case 'DecryptBid':
      return decryptBid(wire.payload, preparation, workshop)
    case 'ConfirmOverview':
    case 'SignRecord': {
      const document = wire.type === 'SignRecord' ? 'opening-record' : 'overview'
      const expected = { session: sessionId, document, bidderCode: actor.unitCode ?? '' } as const
      const read = await readSignature(wire.payload.jws, expected, state, { now, trust: workshop.trust })
      if (!read.ok) return read
      const { signature, hash } = read.value
      return wire.type === 'SignRecord'
        ? ok({ type: 'SignRecord', payload: { signature, recordHash: hash } })
        : ok({ type: 'ConfirmOverview', payload: { signature, overviewHash: hash } })
    }
    default:
      return ok(wire)
  }
}

async function decryptBid(
  payload: Extract<WireCommand, { type: 'DecryptBid' }>['payload'],
  { sessionId, actor, state, now }: Preparation,
  workshop: Workshop,
): Promise<Result<Command, Refusal>> {
  const { fileId, method } = payload
  const problem = decryptionProblem(state, { actor, now, rules: workshop.rules }, fileId)
  if (problem) return err(problem)
  const fileIdentity = identityOf(payload.key)
  if (!fileIdentity) return refuse('malformed-key')
  const bidder = state.bidders[actor.unitCode ?? '']
  const sessionIdentity = await workshop.sealIdentity(sessionId)
  if (!bidder?.submission || !sessionIdentity) return refuse('unknown-file')
  const { ciphertextHash, contentCommitment } = bidder.submission
  const expected = { ciphertextHash, contentCommitment, sessionId, bidderCode: bidder.code }
  const keys = { sessionIdentity, fileIdentity }
  const outcome = await workshop.opening(() => openFile(workshop.files, keys, expected))
  return ok({ type: 'DecryptBid', payload: { fileId, method, outcome } })
}

async function openFile(
  files: FileStore,
  keys: Pick<OpenRequest, 'sessionIdentity' | 'fileIdentity'>,
  expected: OpenRequest['expected'],
): Promise<OpeningOutcome> {
  const ciphertext = await files.read(expected.ciphertextHash)
  if (!ciphertext) return { ok: false, cause: 'damaged-file' }
  const opened = await openBid({ ciphertext, ...keys, expected })
  if (!opened.ok) return { ok: false, cause: opened.error }
  const documents = opened.value.files.map((file) => ({ name: file.name, size: file.bytes.length }))
  return { ok: true, fileIdentity: keys.fileIdentity, figures: opened.value.figures, documents }
}

/** The identity handed over: as the certificate unwrapped it, or typed from the printed file key. */
function identityOf(key: string): string | null {
  if (isIdentity(key)) return key
  const typed = parseFileKey(key)
  return typed.ok ? typed.value : null
}
