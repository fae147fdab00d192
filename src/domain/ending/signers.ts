import type { SessionState } from '../session/state.ts'
import type { RecordSignature } from '../submission/bid-state.ts'
import { signingBidders } from './asked.ts'

/** One who signs the record of a round: the opener, or a bidder whose bid was opened (END-31). */
export interface RecordSigner {
  readonly isOpener: boolean
  readonly unitCode: string
  /** Of the unit. */
  readonly name: string
  /** Null until they have signed. */
  readonly signature: RecordSignature | null
}

/** Everybody who signs the record, the opener first (END-22). */
export function signersOf(round: SessionState): RecordSigner[] {
  const { tender, signing } = round
  const opener = {
    isOpener: true,
    unitCode: signing?.opener?.unitCode ?? tender?.agencyCode ?? '',
    name: tender?.agency ?? '',
    signature: signing?.opener ?? null,
  }
  const bidders = signingBidders(round).map(({ code, name, signature }) => ({
    ...{ isOpener: false, unitCode: code, name, signature },
  }))
  return [opener, ...bidders]
}
