import { standingOf, submitters } from '#domain/submission/bids.ts'
import { pauses } from '../participants/pauses.ts'
import { playOpening } from './play-opening.ts'
import type { Scenario } from './scenario.ts'

const lastSeconds = 5

/** All bidders hand over their keys in the last seconds of the shortest possible decryption window, two minutes. */
export const rush: Scenario = (options) =>
  playOpening(options, {
    scenario: 'rush',
    pace: { kind: 'rush', lastSeconds },
    openerPause: pauses(null),
    limitMinutes: 2,
    notes: [
      `Keys were handed over in the last ${lastSeconds} s before the deadline. A key counts when it arrives in time, ` +
        'even if opening its file takes longer.',
    ],
    figures(leader) {
      const { decryption } = leader.state()
      const files = submitters(leader.state()).map((bidder) => standingOf(leader.state(), bidder))
      const closedAt = Date.parse(decryption?.closedAt ?? '')
      return {
        opened: files.filter(({ status }) => status === 'imported').length,
        notOpened: files.filter(({ status }) => status === 'failed').length,
        closedAfterDeadlineMs: closedAt - Date.parse(decryption?.deadline ?? ''),
      }
    },
  })
