import { recordOf, recordWhere } from '#lib/bare-record.ts'
import { drawsOf } from '../draw/draw-state.ts'
import type { InquiryState } from '../inquiry/inquiry-state.ts'
import type { Viewer } from './actor.ts'
import type { SessionState } from './state.ts'
import { viewState } from './view-state.ts'

/*
 * A viewed state in two parts: what all who have a role see of it, and what one bidder sees besides. Bidders differ in
 * what is about themselves alone, so that one large part serves a thousand of them (SNP-6).
 */

/** What a bidder sees besides the shared part: the fields that differ, in the form of the state. Others have none. */
export type OwnPart = Readonly<Record<string, unknown>>

/** The viewer whose view is the shared part: a bidder without a bid, or the viewer. */
export function sharedViewer(viewer: Viewer): Viewer {
  return viewer.role === 'bidder' ? { ...viewer, unitCode: null } : viewer
}

/** What the viewer sees besides the shared part. It takes the longer, the more bidders there are, but is small. */
export function ownPart(viewer: Viewer, state: SessionState): OwnPart {
  const { role, unitCode } = viewer
  if (role !== 'bidder' || unitCode === null) return {}
  const rows = withoutOtherBidders(unitCode, state)
  return (added(viewState(sharedViewer(viewer), rows), viewState(viewer, rows)) ?? {}) as OwnPart
}

/** The viewed state of a shared part and an own one. */
export function withOwnPart(
  shared: Readonly<Record<string, unknown>>,
  own: OwnPart,
): Record<string, unknown> {
  return merged(shared, own) as Record<string, unknown>
}

/** The state as if there were no bidder but this one: it differs between viewers where the whole one does. */
export function withoutOtherBidders(unitCode: string, state: SessionState): SessionState {
  const own = <T>(rows: Readonly<Record<string, T>>) =>
    recordOf(Object.hasOwn(rows, unitCode) ? [[unitCode, rows[unitCode] as T] as const] : [])
  const inquiryOf = (inquiry: InquiryState | null) => inquiry && { ...inquiry, answers: own(inquiry.answers) }
  const isOwn = ({ bidderCode }: { readonly bidderCode: string | null }) => bidderCode === unitCode
  const draws = drawsOf(state).map((draw) => {
    const leftOut = draw.leftOut.filter(({ key, role }) => role !== 'bidder' || key === unitCode)
    return [draw.id, { ...draw, joined: own(draw.joined), leftOut }] as const
  })
  return {
    ...state,
    bidders: own(state.bidders),
    order: state.order.filter((code) => code === unitCode),
    entrants: recordWhere(state.entrants, isOwn),
    letters: own(state.letters),
    draws: recordOf(draws),
    objections: recordWhere(state.objections, isOwn),
    messages: state.messages.filter(isOwn),
    inquiry: inquiryOf(state.inquiry),
    first: state.first && { ...state.first, inquiry: inquiryOf(state.first.inquiry) },
  }
}

/** What must be merged into `from` to get `to`; undefined where nothing must. A list that differs is replaced whole. */
function added(from: unknown, to: unknown): unknown {
  if (from === to) return undefined
  if (Array.isArray(from) && Array.isArray(to)) {
    const isSame = from.length === to.length && to.every((item, i) => added(from[i], item) === undefined)
    return isSame ? undefined : to
  }
  if (!isRecord(from) || !isRecord(to)) return to
  const fields = Object.entries(to).flatMap(([key, value]) => {
    const more = added(Object.hasOwn(from, key) ? from[key] : undefined, value)
    return more === undefined ? [] : [[key, more] as const]
  })
  return fields.length > 0 ? recordOf(fields) : undefined
}

function merged(shared: unknown, own: unknown): unknown {
  if (!isRecord(shared) || !isRecord(own)) return own
  const record = recordOf(Object.entries(shared))
  for (const [key, value] of Object.entries(own)) {
    record[key] = merged(Object.hasOwn(shared, key) ? shared[key] : undefined, value)
  }
  return record
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
