import { z } from 'zod'
import { ok } from '#lib/result.ts'
import { preparedCommandRow, serverCommandRow } from './command-row.ts'
import { entryOpensAt } from './entry-opens.ts'
import { event } from './event.ts'
import { prolonging } from './prolongation.ts'
import { reject } from './rejection.ts'
import { always, duringOpening, everyRole, system } from './roles-and-statuses.ts'
import { spanSchema, windowNames } from './window.ts'

/* Commands of the whole session. */

export const sessionCommands = {
  /** Records that an account enters, once, from the variant's lead time before the opening on (PRE-1). */
  EnterSession: preparedCommandRow({
    wire: z.strictObject({}),
    payload: z.strictObject({ address: z.string() }),
    roles: everyRole,
    statuses: always,
    whileHalted: true,
    betweenEnvelopes: true,
    decide(state, { address }, { actor, now, rules }) {
      const entryFrom = state.tender
        ? entryOpensAt(state.tender.opensAt, rules.entryLeadMinutes)
        : Number.POSITIVE_INFINITY
      if (now < entryFrom) {
        return reject('opening-time-not-reached', { leadMinutes: rules.entryLeadMinutes })
      }
      if (state.entrants[actor.id]) return ok([])
      const bidderCode = actor.role === 'bidder' ? actor.unitCode : null
      return ok([
        event('ParticipantEntered', { role: actor.role, bidderCode, name: actor.name }, { address }),
      ])
    },
  }),

  /** Prolongs an open window by the outages that it was not yet prolonged for (SES-19). */
  ProlongWindow: serverCommandRow({
    payload: z.strictObject({ window: z.enum(windowNames), outages: z.array(spanSchema).readonly() }),
    roles: system,
    statuses: duringOpening,
    decide: (state, { window, outages }) => ok(prolonging(state, window, outages)),
  }),
} as const
