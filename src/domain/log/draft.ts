import { emptyRecord } from '#lib/bare-record.ts'
import type { ObjectionState } from '../objections/objection.ts'
import type { WrittenField } from '../session/event-row.ts'
import { eventTable } from '../session/event-table.ts'
import type { SessionState } from '../session/state.ts'
import type { BidFileKind } from '../submission/bid-file.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { applyEntry, type Entry, isHidden, type VisibleEntry } from './entry.ts'

/** A state for folding that shares unwritten parts with its base. */
export interface Draft {
  readonly state: SessionState
  apply(entry: VisibleEntry): void
}

/**
 * Folds entries without changing `base`: with a thousand bidders, copying the whole state costs more than folding the
 * next events. The draft's state changes with every entry; hand it out only when no more will be applied. When more
 * entries are expected than there are bidders, the whole state is copied at once.
 */
export function createDraft(base: SessionState, expected = 1): Draft {
  const all = expected > base.order.length
  const partial: PartialCopy = { base, state: all ? copyState(base) : { ...base }, all }
  return {
    state: partial.state,
    apply(entry) {
      if (!partial.all && !isHidden(entry)) copyWritten(partial, entry)
      applyEntry(partial.state, entry)
    },
  }
}

/** A state and the parts of it that were copied from its base. */
interface PartialCopy {
  readonly base: SessionState
  readonly state: SessionState
  all: boolean
}

/** Copies the parts that `evolve` will write to, unless they were copied before. */
function copyWritten(partial: PartialCopy, { type, payload }: Entry): void {
  const fields = written.get(type)
  if (!fields) {
    Object.assign(partial.state, copyState(partial.state))
    partial.all = true
    return
  }
  for (const field of fields)
    if (partial.state[field] === partial.base[field]) copyFieldInto(partial.state, field)
  if (fields.includes('bidders'))
    copyBidderInto(partial, (payload as { bidderCode: string | null }).bidderCode ?? '')
}

function copyFieldInto(state: { [Field in WrittenField]: unknown }, field: WrittenField): void {
  state[field] = copyField[field](state as SessionState)
}

function copyBidderInto({ base, state }: PartialCopy, code: string): void {
  const bidder = state.bidders[code]
  if (bidder && bidder === base.bidders[code]) state.bidders[code] = copyBidder(bidder)
}

/** A copy of `state` for folding many entries. */
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

/** Copies as deep as `evolve` writes, except single bidders; deeper values are replaced, never written to. */
const copyField = {
  bidders: ({ bidders }: SessionState) => copyRecord(bidders),
  order: ({ order }: SessionState) => [...order],
  entrants: ({ entrants }: SessionState) => copyRecord(entrants),
  decryption: ({ decryption }: SessionState) => decryption && { ...decryption },
  inquiry: ({ inquiry }: SessionState) => inquiry && { ...inquiry, answers: copyRecord(inquiry.answers) },
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
  messages: ({ messages }: SessionState) => [...messages],
} satisfies Readonly<Record<WrittenField, (state: SessionState) => unknown>>
const writtenFields = Object.keys(copyField) as WrittenField[]

/**
 * Records keyed by code have no prototype, and neither have their copies. A loop is three times as fast as `assign`.
 */
function copyRecord<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  const copied = emptyRecord<T>()
  for (const key in record) copied[key] = record[key] as T
  return copied
}

/** The fields that each event writes to; for an event without an entry here the whole state is copied. */
const written: ReadonlyMap<string, readonly WrittenField[]> = new Map(
  Object.entries(eventTable).flatMap(([type, { writes }]) =>
    writes === 'everything' ? [] : [[type, writes] as const],
  ),
)
