import { standingOf, submitters } from '#domain/submission/bids.ts'
import { pauses } from '../participants/opener.ts'
import { playOpening } from './play-opening.ts'
import type { Scenario } from './scenario.ts'

const lastSeconds = 5

/** All bidders hand their keys over in the last seconds of the shortest decryption time there is, a minute. */
export const rush: Scenario = (options) =>
  playOpening(options, {
    scenario: 'rush',
    pace: { kind: 'rush', lastSeconds },
    openerPause: pauses(null),
    limitMinutes: 1,
    notes: [
      `Keys were handed over in the last ${lastSeconds} s before the deadline; what arrives in time counts, however long opening the file takes.`,
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
