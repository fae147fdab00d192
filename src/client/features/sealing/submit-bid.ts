import type { CallAnswer } from '#client/net/api.ts'
import { uploadApi } from '#client/net/upload-api.ts'
import type { OnSent } from '#client/net/upload-fetch.ts'
import type { Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'
import type { SealedBid } from '#seal/seal-bid.ts'

export type Receipt = CallAnswer<'submitBidFile'>

/** Submits a sealed bid: fields BDGuid and manifest, then the file. A repetition is the same submission. */
export function submitBid(
  bdGuid: string,
  sealed: Pick<SealedBid, 'ciphertext' | 'manifest'>,
  onSent: OnSent,
): Promise<Result<Receipt, Failure>> {
  const form = new FormData()
  form.append('BDGuid', bdGuid)
  form.append('manifest', sealed.manifest)
  form.append('file', new Blob([sealed.ciphertext as Uint8Array<ArrayBuffer>]), 'bid.kbid')
  return uploadApi(onSent)('submitBidFile', { form })
}
