import { startProblem } from '#domain/announcement/reading.ts'
import type { announcementCalls } from '#protocol/calls/announcement.ts'
import type { Handlers } from '../transport/handler.ts'
import { check } from './command.ts'

/** The reading of the bids: its check; the commands are answered by their rows. */
export const announcementHandlers: Handlers<typeof announcementCalls> = {
  async checkShowPriceCondition(context) {
    return check(context, startProblem(context.session.unredactedState))
  },
}
