/** kbFlowStatus, the specifications' numbers (SES-2). */
export const flow = {
  start: 0,
  prepared: 5,
  opening: 15,
  /** The decryption command of a double envelope stands. */
  decrypting: 16,
  announcement: 25,
  announcementLowest: 20,
  end: 40,
  ended: 45,
} as const

/** bidStatus (SES-3): 未开标, 开标中, 待开标, 开标完, 已流标. */
export const bidStatuses = ['not-opened', 'opening', 'to-be-opened', 'opened', 'failed'] as const
export type BidStatus = (typeof bidStatuses)[number]

/** The four steps of a session (SES-1). */
export const steps = ['preparation', 'opening', 'announcement', 'end'] as const
export type Step = (typeof steps)[number]

/** Procurement ways: 1 open … 6 competitive consultation; 0 has no announcement. */
export type BidStyle = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** Without an announcement flow the announcement step is left out (SES-1). */
export function hasAnnouncement(bidStyle: BidStyle): boolean {
  return bidStyle !== 4 && bidStyle !== 0
}

/** So many bids there have to be: of a single source (bidStyle 3) there is but one to come. */
export function leastBids(bidStyle: number, minimum: number): number {
  return bidStyle === 3 ? Math.min(1, minimum) : minimum
}

/** The steps a tender goes through, in order. */
export function stepsOf(bidStyle: BidStyle): readonly Step[] {
  return hasAnnouncement(bidStyle) ? steps : steps.filter((step) => step !== 'announcement')
}

/** The step a flow status stands in. */
export function stepAt(kbFlowStatus: number): Step {
  if (kbFlowStatus >= flow.end) return 'end'
  if (kbFlowStatus >= flow.announcement) return 'announcement'
  if (kbFlowStatus >= flow.opening) return 'opening'
  return 'preparation'
}
