/** Who may see an event; the bidder of `unit` sees it as well. */
export interface Audience {
  readonly who:
    | 'everybody'
    | 'staff and supervisor'
    | 'who sees the supervisor'
    | 'staff who see the supervisor'
    | 'nobody'
  readonly unit: string | null
}

export const everybody: Audience = { who: 'everybody', unit: null }
export const nobody: Audience = { who: 'nobody', unit: null }
export const staffAndSupervisor: Audience = { who: 'staff and supervisor', unit: null }

/** Staff, supervisor and the bidder concerned; no other bidder. */
export function ownBidderToo({
  payload,
}: {
  readonly payload: { readonly bidderCode: string | null }
}): Audience {
  return { who: 'staff and supervisor', unit: payload.bidderCode }
}
