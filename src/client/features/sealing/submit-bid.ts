import { type CallAnswer, createApi } from '#client/net/api.ts'
import { refresher } from '#client/net/refresh.ts'
import { tokens } from '#client/net/tokens.ts'
import { preferencesStore } from '#client/store/preferences.ts'
import type { Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'
import type { SealedBid } from '#seal/seal-bid.ts'
import { type OnSent, uploadFetch } from './upload-fetch.ts'

export type Receipt = CallAnswer<'submitBidFile'>

/** Hands a sealed bid in: fields BDGuid and manifest, then the file. Sent again it is the same submission. */
export function submitBid(
  bdGuid: string,
  sealed: Pick<SealedBid, 'ciphertext' | 'manifest'>,
  onSent: OnSent,
): Promise<Result<Receipt, Failure>> {
  const form = new FormData()
  form.append('BDGuid', bdGuid)
  form.append('manifest', sealed.manifest)
  form.append('file', new Blob([sealed.ciphertext as Uint8Array<ArrayBuffer>]), 'bid.kbid')
  const api = createApi({
    fetch: uploadFetch(onSent),
    tokens,
    refresher,
    language: () => preferencesStore.getState().language,
    newId: () => crypto.randomUUID(),
  })
  return api('submitBidFile', { form })
}
