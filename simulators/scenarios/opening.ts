import { pauses } from '../participants/pauses.ts'
import { playOpening } from './play-opening.ts'
import type { Scenario } from './scenario.ts'

/** N bidders take part in one whole opening: they seal, submit, enter, decrypt, confirm and sign. */
export const opening: Scenario = (options) =>
  playOpening(options, {
    scenario: 'opening',
    pace: { kind: 'people', speed: 4 },
    openerPause: pauses(4),
    notes: [],
  })
