import type { BidFileKind } from '#domain/submission/bid-file.ts'
import type { Figures } from '#domain/submission/figures.ts'
import type { Result } from '#lib/result.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import type { SealedBid, SealRefusal } from '#seal/seal-bid.ts'
import type { SealingInfo } from './use-sealing-info.ts'

const megabyte = 1024 * 1024
/** Below the server's limit for an upload. */
const maxFileBytes = 190 * megabyte
export const maxFileMegabytes = maxFileBytes / megabyte

/** Reads the attached files and seals the bid in this browser; `onStep` counts each file read, and the sealing. */
export async function sealFiles(
  info: SealingInfo,
  kind: BidFileKind,
  figures: Figures,
  attached: readonly File[],
  certificate: CertificateHelper,
  onStep: (done: number) => void,
): Promise<Result<SealedBid, SealRefusal>> {
  const files = []
  for (const file of attached) {
    files.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
    onStep(files.length)
  }
  const { sealBid } = await import('#seal/seal-bid.ts')
  const sealed = await sealBid({
    sessionId: info.bdGuid,
    bidderCode: info.EntprsCode,
    kind,
    fileId: crypto.randomUUID(),
    figures,
    files,
    sessionRecipient: info.bidFiles.find((asked) => asked.kind === kind)?.sessionRecipient ?? '',
    encrypted: info.encrypted,
    certificate,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    now: () => Date.parse(info.serverTime),
    maxBytes: maxFileBytes,
  })
  onStep(files.length + 1)
  return sealed
}
