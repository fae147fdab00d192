import { z } from 'zod'
import { err, ok } from '#lib/result.ts'
import { pendingFiles } from '../decryption/pending.ts'
import { commandRow } from '../session/command-row.ts'
import { event } from '../session/event.ts'
import { flow, hasAnnouncement } from '../session/flow.ts'
import type { Rejection } from '../session/rejection.ts'
import { opener, untilEnded } from '../session/roles-and-statuses.ts'
import type { SessionState } from '../session/state.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { filesIn, openedBidders, participants } from '../submission/bids.ts'
import type { Figures } from '../submission/figures.ts'
import { isEncrypted } from '../tender/tender.ts'

export const announcementCommands = {
  /**
   * Entering step 3 makes the figures of all opened files public. If the announcement check fails after the
   * announcement, the flow goes back to 15 (ANN-4). Without an announcement step the session goes on to the end
   * (ANN-5).
   */
  EnterAnnouncement: commandRow({
    payload: z.strictObject({}),
    roles: opener,
    statuses: untilEnded,
    decide(state) {
      const problem = announcementProblem(state)
      if (problem && state.flow >= flow.announcement) return ok([event('FlowReset', { flow: flow.opening })])
      if (problem) return err(problem)
      if (state.flow >= flow.announcement) return ok([])
      const started = event('AnnouncementStarted', { bidderCount: participants(state).length })
      if (state.tender && !hasAnnouncement(state.tender.bidStyle))
        return ok([started, event('EndEntered', {})])
      const announced = openedBidders(state).map((bidder) =>
        event('BidAnnounced', { bidderCode: bidder.code, figures: openedFigures(state, bidder) }),
      )
      return ok([started, ...announced])
    },
  }),
} as const

/** The announcement check (ANN-1): step 2 entered, decryption commanded, every file opened or failed. */
export function announcementProblem(state: SessionState): Rejection | null {
  if (state.flow < flow.opening) return { code: 'enter-opening-first', params: {} }
  if (!state.decryption) return { code: isEncrypted(state) ? 'decryption-not-issued' : 'no-bids', params: {} }
  const count = pendingFiles(state).length
  return count > 0 || !state.decryption.closed ? { code: 'imports-pending', params: { count } } : null
}

/** The figures of a bidder's opened files in the current envelope. */
function openedFigures(state: SessionState, bidder: BidderState): Figures {
  return Object.assign({}, ...filesIn(state, bidder).map(({ opened }) => opened))
}
