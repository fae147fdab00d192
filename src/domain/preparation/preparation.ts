import { ok } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import type { CommandShapes } from '../session/command.ts'
import { actingBidder, type Context, type Decision } from '../session/context.ts'
import { event, type PersonNames } from '../session/event.ts'
import { reject } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import { fileById } from '../submission/bids.ts'
import { isIdentityCard } from './identity-card.ts'

/** The trading platform publishes the section: the first entry of every log. */
export function publishTender(state: SessionState, payload: CommandShapes['PublishTender']): Decision {
  if (state.tender) return reject('already-published')
  return ok([event('TenderPublished', { tender: payload.tender })])
}

export function enrolBidder(state: SessionState, payload: CommandShapes['EnrolBidder']): Decision {
  if (state.bidders[payload.bidderCode]) return reject('already-enrolled')
  return ok([event('BidderEnrolled', payload)])
}

/**
 * A sealed file of a bid is taken until the opening time; a later one of the same bidder and kind replaces the earlier,
 * and leaves the other kinds alone.
 */
export function submitBid(
  state: SessionState,
  payload: CommandShapes['SubmitBid'],
  context: Context,
): Decision {
  const bidder = actingBidder(state, context)
  if (!bidder) return reject('not-enrolled')
  if (context.now >= opensAt(state)) return reject('submission-closed')
  if (!state.tender?.bidFiles.some(({ kind }) => kind === payload.kind)) {
    return reject('bid-file-not-asked', { kind: payload.kind })
  }
  const replaces = bidder.files[payload.kind]?.submission.fileId ?? null
  if (payload.fileId !== replaces && fileById(state, payload.fileId)) return reject('unknown-file')
  const { address, hardwareSerial, ...submitted } = payload
  return ok([
    event(
      'BidSubmitted',
      { bidderCode: bidder.code, ...submitted, replaces },
      { origin: { address, hardwareSerial } },
    ),
  ])
}

/** Entering from the hall, from the variant's lead time before the opening on (S0 §4). Said once per account. */
export function enterSession(
  state: SessionState,
  payload: CommandShapes['EnterSession'],
  { actor, now, rules }: Context,
): Decision {
  if (now < opensAt(state) - rules.entryLeadMinutes * 60_000) {
    return reject('opening-time-not-reached', { leadMinutes: rules.entryLeadMinutes })
  }
  if (state.entrants[actor.id]) return ok([])
  const bidderCode = actor.role === 'bidder' ? actor.unitCode : null
  const entered = { role: actor.role, bidderCode, name: actor.name }
  return ok([event('ParticipantEntered', entered, { address: payload.address })])
}

/** Who leads, announces, records and supervises (S1 §5): announcer and recorder with their identity numbers. */
export function recordPersonInfo(
  state: SessionState,
  { names, ids }: CommandShapes['RecordPersonInfo'],
): Decision {
  if (state.signing) return reject('locked-by-signing')
  for (const person of ['announcer', 'recorder'] as const) {
    if (names[person].trim() === '') return reject('person-name-missing', { person })
    if (ids[person].trim() === '') return reject('person-id-missing', { person })
  }
  for (const person of Object.keys(ids) as (keyof PersonNames)[]) {
    if (ids[person] !== '' && !isIdentityCard(ids[person])) return reject('person-id-invalid', { person })
  }
  return ok([event('PersonInfoRecorded', { names }, { ids })])
}

/** A line of the opener's own in the progress log (S1 §7 addKBProgressMessage). */
export function postMessage({ message }: CommandShapes['PostMessage'], { actor }: Context): Decision {
  return ok([event('MessagePosted', { message, name: actor.name })])
}

/** The trading platform says how the lot stands; said twice, it is done once. */
export function changeLotStatus(state: SessionState, { lot }: CommandShapes['ChangeLotStatus']): Decision {
  return ok(lot === state.lot ? [] : [event('LotStatusChanged', { lot })])
}

function opensAt(state: SessionState): number {
  return state.tender ? epochOf(state.tender.opensAt) : Number.POSITIVE_INFINITY
}
