import { pauses } from '../participants/opener.ts'
import { playOpening } from './play-opening.ts'
import type { Scenario } from './scenario.ts'

/** N bidders take part in one whole opening: seal, submit, enter, decrypt, confirm, sign. */
export const opening: Scenario = (options) =>
  playOpening(options, {
    scenario: 'opening',
    pace: { kind: 'people', speed: 4 },
    openerPause: pauses(4),
    notes: [
      'Every client runs the streams of the product: it checks the hash chain and folds the log by itself.',
    ],
  })
