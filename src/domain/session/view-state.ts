import { recordWhere } from '#lib/bare-record.ts'
import { viewDraws } from '../draw/view.ts'
import { viewInquiry } from '../inquiry/view.ts'
import { viewMessages } from '../messages/view.ts'
import { viewObjections } from '../objections/view.ts'
import { viewOpeningFiles } from '../opening-files/view.ts'
import { viewPreparation } from '../preparation/view.ts'
import { viewSubmission } from '../submission/view.ts'
import { viewTender } from '../tender/view.ts'
import type { Viewer } from './actor.ts'
import type { SessionState } from './state.ts'
import { isStaffOrSupervisor, ownBid } from './viewer.ts'

/**
 * The state as a viewer may see it, from the whole state: each area redacts its part. It equals the fold of `viewFor`
 * of each entry (SES-16) and saves reading the log again.
 */
export function viewState(viewer: Viewer, state: SessionState): SessionState {
  if (viewer.role === 'system') return state
  return {
    ...state,
    ...viewSession(viewer, state),
    ...viewTender(viewer, state),
    ...viewPreparation(viewer, state),
    ...viewSubmission(viewer, state),
    ...viewDraws(viewer, state),
    ...viewObjections(viewer, state),
    ...viewMessages(viewer, state),
    ...viewOpeningFiles(viewer, state),
  }
}

function viewSession(
  viewer: Viewer,
  state: SessionState,
): Pick<SessionState, 'entrants' | 'newerFrom' | 'recordedSupervisor' | 'inquiry' | 'first'> {
  return {
    entrants: recordWhere(state.entrants, (entrant) => maySeeEntrant(viewer, entrant)),
    newerFrom: null,
    ...viewSupervisor(viewer, state),
    inquiry: viewInquiry(viewer, state.inquiry),
    first: state.first && {
      ...state.first,
      ...viewSupervisor(viewer, state.first),
      inquiry: viewInquiry(viewer, state.first.inquiry),
    },
  }
}

function viewSupervisor(
  { seesSupervisor }: Viewer,
  { recordedSupervisor }: Pick<SessionState, 'recordedSupervisor'>,
) {
  return { recordedSupervisor: seesSupervisor ? recordedSupervisor : null }
}

function maySeeEntrant(viewer: Viewer, entrant: SessionState['entrants'][string]): boolean {
  if (entrant.role === 'supervisor') return viewer.seesSupervisor
  return isStaffOrSupervisor(viewer) || ownBid(viewer, entrant.bidderCode)
}
