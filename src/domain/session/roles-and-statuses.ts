import type { Role } from './actor.ts'
import { type BidStatus, bidStatuses } from './flow.ts'

/* Roles and statuses that several rows of the permission table share. */

export const everyRole: readonly Role[] = ['opener', 'bidder', 'supervisor', 'agency', 'tenderer', 'platform']
export const opener: readonly Role[] = ['opener']
/** Who leads the opening, and the agency, which may halt it (HLT-1). */
export const openerAndAgency: readonly Role[] = ['opener', 'agency']
export const bidder: readonly Role[] = ['bidder']
export const supervisor: readonly Role[] = ['supervisor']
/** Who signs the record; a bidder is named first, because most of them are. */
export const signers: readonly Role[] = ['bidder', 'opener']
export const platform: readonly Role[] = ['platform']
export const system: readonly Role[] = ['system']
export const present: readonly Role[] = ['opener', 'bidder', 'supervisor']
/** Everybody but bidders. */
export const watchers: readonly Role[] = ['opener', 'supervisor', 'agency', 'tenderer', 'platform']

export const always: readonly BidStatus[] = bidStatuses
export const beforeOpening: readonly BidStatus[] = ['not-opened']
export const duringOpening: readonly BidStatus[] = ['opening', 'to-be-opened']
/** Statuses in which site staff may be edited (PRE-10). */
export const untilOpened: readonly BidStatus[] = ['not-opened', 'opening']
/** From the opening of files on, also after the end or the failure. */
export const onceOpening: readonly BidStatus[] = ['opening', 'to-be-opened', 'opened', 'failed']
export const untilEnded: readonly BidStatus[] = ['not-opened', 'opening', 'to-be-opened']
