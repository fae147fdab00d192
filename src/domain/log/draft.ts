import { emptyRecord } from '#lib/bare-record.ts'
import type { ObjectionState } from '../objections/objection.ts'
import type { WrittenField } from '../session/event-row.ts'
import { eventTable } from '../session/event-table.ts'
import type { SessionState } from '../session/state.ts'
import type { BidFileKind } from '../submission/bid-file.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { applyEntry, type Entry, isHidden, type VisibleEntry } from './entry.ts'

/** A state to fold on that shares with its base whatever no entry has written to. */
export interface Draft {
  readonly state: SessionState
  apply(entry: VisibleEntry): void
}

/**
 * Folds on without touching `base`: with a thousand bidders a copy of everything costs more than the events that
 * follow. The draft's state changes with every entry; it may be handed out once no more will come. Where more entries
 * are expected than there are bidders, everything is copied at once: then nothing need be watched.
 */
export function createDraft(base: SessionState, expected = 1): Draft {
  const all = expected > base.order.length
  const held: Held = { base, state: all ? copyState(base) : { ...base }, all }
  return {
    state: held.state,
    apply(entry) {
      if (!held.all && !isHidden(entry)) takeHold(held, entry)
      applyEntry(held.state, entry)
    },
  }
}

/** A state of which single parts, or all of it, have been copied from its base. */
interface Held {
  readonly base: SessionState
  readonly state: SessionState
  all: boolean
}

/** Makes the draft's own what `evolve` is going to write to; what is still the base's is not. */
function takeHold(held: Held, { type, payload }: Entry): void {
  const fields = written.get(type)
  if (!fields) {
    Object.assign(held.state, copyState(held.state))
    held.all = true
    return
  }
  for (const field of fields) if (held.state[field] === held.base[field]) takeField(held.state, field)
  if (fields.includes('bidders'))
    takeBidder(held, (payload as { bidderCode: string | null }).bidderCode ?? '')
}

function takeField(state: { [Field in WrittenField]: unknown }, field: WrittenField): void {
  state[field] = copyField[field](state as SessionState)
}

function takeBidder({ base, state }: Held, code: string): void {
  const bidder = state.bidders[code]
  if (bidder && bidder === base.bidders[code]) state.bidders[code] = copyBidder(bidder)
}

/** A state to fold many entries on, as good as `state`, which stays as it is. */
function copyState(state: SessionState): SessionState {
  const copied = { ...state, bidders: emptyRecord<BidderState>() }
  for (const code in state.bidders) {
    const bidder = state.bidders[code]
    if (bidder) copied.bidders[code] = copyBidder(bidder)
  }
  for (const field of writtenFields) {
    if (field !== 'bidders') Object.assign(copied, { [field]: copyField[field](state) })
  }
  return copied
}

function copyBidder(bidder: BidderState): BidderState {
  const files: BidderState['files'] = { ...bidder.files }
  for (const kind in files) {
    const file = files[kind as BidFileKind]
    if (file) files[kind as BidFileKind] = { ...file }
  }
  return { ...bidder, files }
}

/** Copies as deep as `evolve` writes, single bidders apart; what lies deeper is replaced, never written to. */
const copyField = {
  bidders: ({ bidders }: SessionState) => copyRecord(bidders),
  order: ({ order }: SessionState) => [...order],
  entrants: ({ entrants }: SessionState) => copyRecord(entrants),
  decryption: ({ decryption }: SessionState) => decryption && { ...decryption },
  confirmation: ({ confirmation }: SessionState) => confirmation && { ...confirmation },
  signing: ({ signing }: SessionState) => signing && { ...signing },
  workers: ({ workers }: SessionState) => copyRecord(workers),
  workerOrder: ({ workerOrder }: SessionState) => [...workerOrder],
  letters: ({ letters }: SessionState) => copyRecord(letters),
  draws({ draws }: SessionState) {
    const copied = copyRecord(draws)
    for (const id in copied) {
      const draw = copied[id]
      if (draw) copied[id] = { ...draw, joined: copyRecord(draw.joined) }
    }
    return copied
  },
  drawOrder: ({ drawOrder }: SessionState) => [...drawOrder],
  objections({ objections }: SessionState) {
    const copied = copyRecord(objections)
    for (const id in copied) copied[id] = { ...copied[id] } as ObjectionState
    return copied
  },
  objectionOrder: ({ objectionOrder }: SessionState) => [...objectionOrder],
} satisfies Readonly<Record<WrittenField, (state: SessionState) => unknown>>
const writtenFields = Object.keys(copyField) as WrittenField[]

/** Records keyed by code have no prototype, and their copies have none either. A loop is three times as fast as `assign`. */
function copyRecord<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  const copied = emptyRecord<T>()
  for (const key in record) copied[key] = record[key] as T
  return copied
}

/** The fields that each event writes into; for an event that is not here everything is copied. */
const written: ReadonlyMap<string, readonly WrittenField[]> = new Map(
  Object.entries(eventTable).flatMap(([type, { writes }]) =>
    writes === 'everything' ? [] : [[type, writes] as const],
  ),
)
