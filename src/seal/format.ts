import { z } from 'zod'
import { bidFileKinds } from '#domain/submission/bid-file.ts'

/**
 * The sealed bid file, version 1.
 *
 * 1. Plaintext: a 32-byte random salt, then a zip archive. The archive holds `bid.json`, which comes first, and
 *    `files/<name>`, and nothing else. Entries are stored, never deflated: nothing has to be inflated, so no archive can be a bomb,
 *    and the size of the sealed file does not depend on what the figures are.
 * 2. `bid.json` (`bidContentSchema`) is UTF-8 JSON padded with spaces to a multiple of 4,096 bytes: the number
 *    of a price's digits must not show in the size of the sealed file. Figures are text, exactly as the bidder
 *    wrote them, by the tender's column keys.
 * 3. File names are plain names (`isFileName`): no path, no control or direction characters, at most 120
 *    characters, unique without regard to case; at most 200 files; unpacked size within a limit of the reader.
 * 4. Inner layer: age v1, exactly one X25519 stanza, to a one-time identity made for this file alone.
 * 5. Outer layer: age v1, exactly one X25519 stanza, to the session's recipient; of a file in the second envelope to the
 *    session's second one, whose key rests until that envelope is called.
 * 6. `contentCommitment` is SHA-256 over the plaintext with its salt, `ciphertextHash` SHA-256 over the sealed
 *    file's bytes; both as 64 lower-case hex digits.
 * 7. File key (`BS_Key`): the one-time identity without its `AGE-SECRET-KEY-1`, in dashed groups of four
 *    (file-key.ts); its last six characters are a bech32 checksum.
 * 8. Wrapped identity: the one-time identity encrypted to the bidder's certificate: a compact JWE for P-256 and RSA
 *    keys, an envelope of ours for SM2 keys (key-use.ts).
 * 9. Manifest: a signed document (signed-document.ts: compact JWS, `x5c`, `typ` kaibiao-manifest/1) whose
 *    payload is `manifestSchema`. Who trusts the certificate, and pins it to the bidder, is the caller's business.
 * 10. A bid may consist of files of several kinds, each sealed for itself by these rules. `kind` in `bid.json` and in the
 *    manifest says which one it is, so that none can pass for another; left out it is the technical file.
 * 11. A tender without bid encryption: rules 4, 7 and 8 fall away. The outer layer lies around the plaintext itself, and the
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
/** Above what 200 figures of 2,000 characters can take, however they are escaped. */
export const maxBidJsonBytes = 4 * 1024 * 1024
/** Default limit on the bytes of all files together when sealing, which is done in memory, and when opening. */
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

/** Names that some file system would take for the same are the same: case and composition are set aside. */
export function sameNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
