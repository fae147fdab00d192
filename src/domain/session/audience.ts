/** Who may see an event, and the unit whose own business it is: that unit's bidder sees it as well. */
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

/** Staff, supervisor and the bidder whom it is about; rivals do not learn of it. */
export function ownBidderToo({
  payload,
}: {
  readonly payload: { readonly bidderCode: string | null }
}): Audience {
  return { who: 'staff and supervisor', unit: payload.bidderCode }
}
