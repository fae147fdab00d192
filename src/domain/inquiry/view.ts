import { recordOf } from '#lib/bare-record.ts'
import type { Viewer } from '../session/actor.ts'
import { isStaffOrSupervisor, ownBid } from '../session/viewer.ts'
import type { InquiryState } from './inquiry-state.ts'

/** An inquiry as a viewer may see it (INQ-9): a bidder sees their own answer only. */
export function viewInquiry(viewer: Viewer, inquiry: InquiryState | null): InquiryState | null {
  if (!inquiry || isStaffOrSupervisor(viewer)) return inquiry
  const own = Object.entries(inquiry.answers).filter(([code]) => ownBid(viewer, code))
  return { ...inquiry, answers: recordOf(own) }
}
