import { z } from 'zod'
import { bidFileKinds } from '#domain/submission/bid-file.ts'

/**
 * The sealed bid file, version 1.
 *
 * 1. Plaintext: a 32-byte random salt, then a zip archive. The archive holds `bid.json`, which comes first, and
 *    `files/<name>`, and nothing else. Entries are stored, never deflated, so that no archive can be a zip bomb and the
 *    size of the sealed file does not depend on the figures.
 * 2. `bid.json` (`bidContentSchema`) is UTF-8 JSON padded with spaces to a multiple of 4,096 bytes, so that the size of
 *    the sealed file does not reveal how long a price is. Figures are text, exactly as the bidder wrote them, by the
 *    tender's column keys.
 * 3. File names are plain names (`isFileName`): no path, no control or direction characters, at most 120
 *    characters, unique without regard to case; at most 200 files; unpacked size within a limit of the reader.
 * 4. Inner layer: age v1, exactly one X25519 stanza, to a one-time identity made for this file alone.
 * 5. Outer layer: age v1, exactly one X25519 stanza, to the session's recipient; of a file in the second envelope to
 *    the session's second one, whose key opens no more than the head of a submitted file until that envelope is called.
 * 6. `contentCommitment` is SHA-256 over the plaintext with its salt, `ciphertextHash` SHA-256 over the sealed
 *    file's bytes; both as 64 lower-case hex digits.
 * 7. File key (`BS_Key`): the one-time identity without its `AGE-SECRET-KEY-1`, in dashed groups of four
 *    (file-key.ts); its last six characters are a bech32 checksum.
 * 8. Wrapped identity: the one-time identity encrypted to the bidder's certificate: a compact JWE for P-256 and RSA
 *    keys, a form of this project for SM2 keys (key-use.ts).
 * 9. Manifest: a signed document (signed-document.ts: compact JWS, `x5c`, `typ` kaibiao-manifest/1) whose
 *    payload is `manifestSchema`, in canonical form (RFC 8785). The caller checks that the certificate is trusted and
 *    belongs to the bidder.
 * 10. A bid may consist of files of several kinds, each sealed by these rules. `kind` in `bid.json` and in the manifest
 *    names the kind, so that one file cannot be used for another; without it the file is the technical one.
 * 11. Without bid encryption rules 4, 7 and 8 do not apply: the outer layer contains the plaintext itself, and the
 *    manifest's `wrappedIdentity` is null.
 */
export const bidFormat = 'kaibiao-bid/1'
export const manifestFormat = 'kaibiao-manifest/1'

export const saltLength = 32
export const bidJsonBlock = 4096
export const bidEntryName = 'bid.json'
export const filesFolder = 'files/'

export const maxFiles = 200
const maxNameLength = 120
const maxFigures = 200
/** In bytes; more than 200 figures of 2,000 escaped characters need. */
export const maxBidJsonBytes = 4 * 1024 * 1024
/** Default limit of the bytes of all files together, for sealing, which is done in memory, and for opening. */
export const defaultMaxUnpackedBytes = 256 * 1024 * 1024
export const largestOpenedBytes = 1024 * 1024 * 1024

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const sessionId = z.string().min(1).max(100)
const bidderCode = z.string().min(1).max(100)
const kind = z.enum(bidFileKinds).default('technical')

export const figuresSchema = z
  .record(z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/), z.string().max(2000))
  .refine((figures) => Object.keys(figures).length <= maxFigures)

export const bidContentSchema = z.strictObject({
  format: z.literal(bidFormat),
  sessionId,
  bidderCode,
  kind,
  figures: figuresSchema,
})
export type BidContent = z.infer<typeof bidContentSchema>

export const manifestSchema = z.strictObject({
  format: z.literal(manifestFormat),
  sessionId,
  bidderCode,
  kind,
  fileId: z.uuid(),
  fileName: z.string().refine(isFileName),
  ciphertextHash: hash,
  ciphertextSize: z.int().positive(),
  contentCommitment: hash,
  wrappedIdentity: z.string().min(1).max(4000).nullable(),
  sealedAt: z.iso.datetime(),
})
export type Manifest = z.infer<typeof manifestSchema>

/** A file inside a bid. */
export interface BidFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Whether a name is safe to store and to show on any system: no path parts, no invisible characters. */
export function isFileName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= maxNameLength &&
    !/[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name) &&
    !/^[.\s]|[.\s]$/u.test(name)
  )
}

/** Equal for names that are equal on some file systems, where case and Unicode composition do not count. */
export function sameNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
