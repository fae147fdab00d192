import type { DrawParameter } from '#domain/draw/kinds.ts'
import { drawKinds, kindOfParameter } from '#domain/draw/kinds.ts'
import { flow } from '#domain/session/flow.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { newBidder, sealedFile } from '#domain/submission/bid-draft.ts'
import type { Figures } from '#domain/submission/figures.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import { past } from '#test/domain/given.ts'
import { bidderCode, fileId, submission } from '#test/domain/sample-actors.ts'
import { tender } from '#test/support/sample-tender.ts'

type RuleInput = NonNullable<NonNullable<TenderInput['evaluation']>['basePrice']>

export interface Priced {
  readonly rule?: RuleInput
  /** Of bidders 1, 2 …; null: not opened. */
  readonly bids: readonly (Figures | string | null)[]
  readonly drawn?: Readonly<Partial<Record<DrawParameter, string>>>
  readonly tender?: Partial<TenderInput>
  /** Numbers of the bidders whose bids are marked invalid. */
  readonly invalid?: readonly number[]
}

/** The state after the announcement of these bids. */
export function pricedState({ rule = {}, bids, drawn = {}, tender: changes = {}, invalid = [] }: Priced) {
  const state: SessionState = { ...initial(), frozen: true, status: 'opening', flow: flow.announcement }
  const { evaluation, ...others } = changes
  state.tender = tender({ ...others, evaluation: { ...evaluation, basePrice: rule } })
  state.announcement = { startedAt: past, bidderCount: bids.length, reading: null }
  for (const [i, bid] of bids.entries()) {
    const n = i + 1
    const bidder = newBidder(bidderCode(n), `投标人${n}`)
    const { kind, fileName, ciphertextHash, contentCommitment, manifest } = submission(n)
    const file = { fileId: fileId(n), fileName, ciphertextHash, contentCommitment, manifest, at: past }
    const opened = { status: 'imported', method: 'certificate', at: past, documentCount: 1 } as const
    const failed = { status: 'failed', kind: 'withdrawn', cause: 'time-out', at: past } as const
    bidder.files.technical = { ...sealedFile(kind, file, 1), file: bid === null ? failed : opened }
    bidder.figures = typeof bid === 'string' ? { price: bid } : bid
    if (invalid.includes(n)) bidder.invalid = { note: '资格不符' }
    state.bidders[bidder.code] = bidder
    state.order.push(bidder.code)
  }
  for (const [parameter, saved] of Object.entries(drawn)) addDraw(state, parameter as DrawParameter, saved)
  return state
}

/** A decided draw of one parameter; the other of its kind has the same value. */
function addDraw(state: SessionState, parameter: DrawParameter, saved: string): void {
  const kind = kindOfParameter(parameter)
  const id = `draw-of-${kind}`
  const before = state.draws[id]
  const places = drawKinds[kind] as readonly DrawParameter[]
  const results = places.map((name, i) => {
    const known = before?.outcome?.results[i]
    return known && name !== parameter ? known : { index: 0, value: saved, saved }
  })
  if (!before) state.drawOrder.push(id)
  state.draws[id] = {
    ...{ id, kind, subject: '', rule: '', attempt: 1, declaredAt: past, declaredHash: '' },
    ...{ serverCommitment: '', secret: null, joinBy: past, revealBy: past, phase: 'decided' },
    parts: places.map((name) => ({ parameter: name, drawer: '刘抽取', range: null, candidates: [] })),
    ...{ joined: {}, contributors: [], leftOut: [], voided: [] },
    outcome: { seed: '', values: [], results, at: past },
  }
}
