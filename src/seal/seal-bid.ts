import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type BidFileKind, bidFileSuffixes } from '#domain/submission/bid-file.ts'
import type { Figures } from '#domain/submission/figures.ts'
import type { Clock, Random } from '#lib/ports.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { filesProblem, type PackRefusal, packBid } from './bid-package.ts'
import { digestHex, nextTurn } from './bytes.ts'
import { wrapIdentity } from './certificate.ts'
import type { CertificateHelper } from './certificate-helper.ts'
import { formatFileKey } from './file-key.ts'
import {
  type BidFile,
  bidContentSchema,
  bidFormat,
  isFileName,
  manifestFormat,
  saltLength,
} from './format.ts'
import { createKeyPair, encryptLayers, isRecipient } from './layers.ts'
import { signManifest } from './manifest.ts'

export interface SealRequest {
  readonly sessionId: string
  readonly bidderCode: string
  /** By default the technical file. */
  readonly kind?: BidFileKind
  /** A fresh UUID, given by the caller. */
  readonly fileId: string
  /** By default `<bidderCode>` with the suffix of the kind. */
  readonly fileName?: string
  readonly figures: Figures
  readonly files: readonly BidFile[]
  /** The session's public key (age1…). */
  readonly sessionRecipient: string
  /** False without bid encryption: the file has no key of its bidder (format rule 11). */
  readonly encrypted?: boolean
  readonly certificate: CertificateHelper
  readonly random: Random
  readonly now: Clock
  /** Limit of the bytes of all files together; must not exceed the limit of `openBid`. */
  readonly maxBytes?: number
}

export interface SealedBid {
  readonly ciphertext: Uint8Array
  /** Compact JWS; sent to the server with the ciphertext. */
  readonly manifest: string
  /** Shown once, to the bidder alone; null without bid encryption, like the identity. */
  readonly fileKey: string | null
  readonly identity: string | null
}

export type SealRefusal =
  | PackRefusal
  | {
      readonly code: 'bad-content' | 'bad-recipient' | 'unsupported-certificate'
      readonly params: Record<never, never>
    }

/**
 * Seals one bid in the format of format.ts. `bad-content`: ids or figures outside the format's limits.
 * Takes about 30 ms per megabyte, and yields to the event loop meanwhile.
 */
export async function sealBid(request: SealRequest): Promise<Result<SealedBid, SealRefusal>> {
  const { sessionId, bidderCode, fileId, files, certificate } = request
  const kind = request.kind ?? 'technical'
  const fileName = request.fileName ?? `${bidderCode}${bidFileSuffixes[kind][0]}`
  const content = bidContentSchema.safeParse({
    format: bidFormat,
    sessionId,
    bidderCode,
    kind,
    figures: request.figures,
  })
  if (!content.success) return refuse('bad-content')
  if (!isFileName(fileName)) return err({ code: 'bad-file-name', params: { name: fileName } })
  const problem = filesProblem(files, request.maxBytes)
  if (problem) return err(problem)
  if (!isRecipient(request.sessionRecipient)) return refuse('bad-recipient')

  const key = request.encrypted === false ? null : await createKeyPair()
  const wrappedIdentity = key && (await wrapIdentity(key.identity, certificate.certificatePem))
  if (key && !wrappedIdentity) return refuse('unsupported-certificate')
  const pieces = packBid(content.data, files, request.random(saltLength))
  const contentCommitment = await digestPieces(pieces)
  const ciphertext = await encryptLayers(pieces, key?.recipient ?? null, request.sessionRecipient)
  const manifest = await signManifest(certificate, {
    format: manifestFormat,
    sessionId,
    bidderCode,
    kind,
    fileId,
    fileName,
    ciphertextHash: await digestHex(ciphertext),
    ciphertextSize: ciphertext.length,
    contentCommitment,
    wrappedIdentity,
    sealedAt: new Date(request.now()).toISOString(),
  })
  const fileKey = key && formatFileKey(key.identity)
  return ok({ ciphertext, manifest, fileKey, identity: key?.identity ?? null })
}

function refuse(code: 'bad-content' | 'bad-recipient' | 'unsupported-certificate') {
  return err({ code, params: {} })
}

const hashStep = 1024 * 1024

async function digestPieces(pieces: readonly Uint8Array[]): Promise<string> {
  const hash = sha256.create()
  for (const piece of pieces) {
    for (let offset = 0; offset < piece.length; offset += hashStep) {
      hash.update(piece.subarray(offset, offset + hashStep))
      if (piece.length - offset > hashStep) await nextTurn()
    }
  }
  return bytesToHex(hash.digest())
}
