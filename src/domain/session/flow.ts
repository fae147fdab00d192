/** kbFlowStatus, the specifications' numbers (SES-2). */
export const flow = {
  start: 0,
  prepared: 5,
  opening: 15,
  /** The decryption command of a double envelope is given. */
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

/** Procurement methods, 1 open to 6 competitive consultation; 0 and 4 have no announcement. */
export type BidStyle = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** Whether the session has an announcement step (SES-1). */
export function hasAnnouncement(bidStyle: BidStyle): boolean {
  return bidStyle !== 4 && bidStyle !== 0
}

/** The least number of bids; a single source (bidStyle 3) needs only one (PRE-3). */
export function leastBids(bidStyle: number, minimum: number): number {
  return bidStyle === 3 ? Math.min(1, minimum) : minimum
}

/** The steps of a tender, in order. */
export function stepsOf(bidStyle: BidStyle): readonly Step[] {
  return hasAnnouncement(bidStyle) ? steps : steps.filter((step) => step !== 'announcement')
}

/** The step of a flow status. */
export function stepAt(kbFlowStatus: number): Step {
  if (kbFlowStatus >= flow.end) return 'end'
  if (kbFlowStatus >= flow.announcement) return 'announcement'
  if (kbFlowStatus >= flow.opening) return 'opening'
  return 'preparation'
}
