import { describe, expect, test } from 'vitest'
import { epochOf, isoTime } from '#lib/time.ts'
import { given, type History, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  agency,
  bidder,
  minute,
  opener,
  platform,
  signatureOf,
  supervisor,
} from '#test/domain/sample-actors.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { openingRecord, recordHash } from '../ending/record.ts'
import { statementsOf } from '../ending/statements.ts'
import type { Command } from '../session/command.ts'
import { nextDue } from '../session/due.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { reviveState } from '../session/state.ts'
import { openWindows, warningsOf } from '../session/warnings.ts'
import type { HaltKind } from './events.ts'
import { failureHash, failureSuggestions } from './failure.ts'
import { currentInterruption, lastDeclaredFailure } from './interruption.ts'

const said = { reason: '现场停电', recorder: '周记录' }
const halt = (kind: HaltKind, changes: Partial<typeof said> = {}): Command => ({
  type: 'HaltOpening',
  payload: { kind, ...said, ...changes },
})
const halted = (kind: HaltKind) => event('OpeningHalted', { kind, ...said, name: opener.name })
const resume: Command = { type: 'ResumeOpening', payload: {} }
const resumed = event('OpeningResumed', { name: opener.name })
const form = { reason: '投标人不足3家', recorder: '周记录', agent: '' }
const declare = (
  changes: Partial<Extract<Command, { type: 'DeclareFailure' }>['payload']> = {},
): Command => ({ type: 'DeclareFailure', payload: { ...form, signed: null, ...changes } })
const declared = (changes: Partial<typeof form> = {}): SessionEvent =>
  event('FailureDeclared', { ...form, name: opener.name, signature: null, ...changes })
const decide = (approved: boolean, reason = '审批意见'): Command => ({
  type: 'DecideFailure',
  payload: { approved, reason },
})
const decided = (approved: boolean) => event('FailureDecided', { approved, reason: '审批意见' })
const byPlatform = (lot: 'paused' | 'stopped' | 'open') => ({
  event: event('LotStatusChanged', { lot }),
  actor: platform,
})

describe('HaltOpening', () => {
  test.each([
    ['before the opening', histories.submitted()],
    ['while files are decrypted', histories.decrypting()],
    ['between the envelopes', histories.firstEnvelopeEnded()],
    ['while the record is signed', histories.signing()],
  ])('[HLT-1] pauses and stops %s', (_, history) => {
    for (const kind of ['paused', 'stopped'] as const)
      given(...history)
        .when(halt(kind))
        .then(halted(kind))
  })

  test('[HLT-1] is given by the opener and the agency of the section alone', () => {
    given(...histories.entered())
      .when(halt('paused'), { as: agency })
      .then(event('OpeningHalted', { kind: 'paused', ...said, name: agency.name }))
    for (const as of [bidder(1), supervisor, platform, { ...opener, unitCode: 'another' }])
      given(...histories.entered())
        .when(halt('paused'), { as })
        .thenRejected('forbidden')
  })

  test('[HLT-1] stops what is paused, and is refused in a lot that is halted otherwise', () => {
    given(...histories.entered(), halted('paused'))
      .when(halt('stopped'))
      .then(halted('stopped'))
    given(...histories.entered(), halted('paused'))
      .when(halt('paused'))
      .thenRejected('lot-paused')
    for (const kind of ['paused', 'stopped'] as const) {
      given(...histories.entered(), halted('stopped'))
        .when(halt(kind))
        .thenRejected('flow-terminated')
      given(...histories.entered(), declared())
        .when(halt(kind))
        .thenRejected('failure-pending')
      given(...histories.ended())
        .when(halt(kind))
        .thenRejected('opening-ended')
    }
  })

  test('[HLT-1] needs reason and recorder', () => {
    const refused = given(...histories.entered())
    refused.when(halt('paused', { reason: '' })).thenRejected('pause-reason-missing')
    refused.when(halt('stopped', { reason: '' })).thenRejected('stop-reason-missing')
    refused.when(halt('paused', { recorder: '' })).thenRejected('recorder-missing')
    refused
      .when(halt('paused', { reason: '停'.repeat(501) }))
      .thenRejected('halt-reason-too-long', { maximum: 500 })
    refused
      .when(halt('paused', { recorder: '周'.repeat(21) }))
      .thenRejected('recorder-too-long', { maximum: 20 })
  })

  test('[HLT-2] does not stop where the region does not allow it', () => {
    const rules = { stopAllowed: false }
    given(...histories.entered())
      .when(halt('stopped'), { rules })
      .thenRejected('stop-not-allowed')
    given(...histories.entered())
      .when(halt('paused'), { rules })
      .then(halted('paused'))
  })
})

test('[HLT-1] [HLT-4] a rare character counts once, as in all other texts', () => {
  const rare = { reason: '𠮷'.repeat(500), recorder: '𠮷'.repeat(20) }
  given(...histories.entered())
    .when(halt('paused', rare))
    .then(event('OpeningHalted', { kind: 'paused', ...rare, name: opener.name }))
  given(...histories.entered())
    .when(declare(rare))
    .then(declared(rare))
})

describe('ResumeOpening', () => {
  test('[HLT-3] lets go on what the opener or the agency has paused', () => {
    for (const actor of [opener, agency])
      given(...histories.entered(), { event: halted('paused'), actor })
        .when(resume)
        .then(resumed)
    given(...histories.entered(), halted('paused'))
      .when(resume, { as: platform })
      .thenRejected('forbidden')
  })

  test('[HLT-3] leaves to the platform what it has paused, and what is stopped', () => {
    given(...histories.entered(), byPlatform('paused'))
      .when(resume)
      .thenRejected('paused-by-platform')
    given(...histories.entered(), halted('stopped'))
      .when(resume)
      .thenRejected('flow-terminated')
    given(...histories.entered())
      .when(resume)
      .thenRejected('lot-not-paused')
    for (const kind of ['paused', 'stopped'] as const)
      given(...histories.entered(), halted(kind))
        .when({ type: 'ChangeLotStatus', payload: { lot: 'open' } })
        .then(event('LotStatusChanged', { lot: 'open' }))
  })

  test('[HLT-3] a pause of the opener that the platform takes over is the platform’s', () => {
    given(...histories.entered(), halted('paused'), byPlatform('stopped'), byPlatform('paused'))
      .when(resume)
      .thenRejected('paused-by-platform')
  })

  test('[SES-10] windows have the time left that they had before the pause', () => {
    const { deadline } = stateAfter(histories.decrypting()).decryption ?? {}
    const state = stateAfter([
      ...histories.decrypting(),
      { event: halted('paused'), at: isoTime(openingTime) },
      { event: resumed, at: isoTime(openingTime + 7 * minute) },
    ])
    expect(epochOf(state.decryption?.deadline ?? '') - epochOf(deadline ?? '')).toBe(7 * minute)
    expect(state.halts).toEqual([{ from: isoTime(openingTime), to: isoTime(openingTime + 7 * minute) }])
  })
})

describe('DeclareFailure', () => {
  test.each<[string, History]>([
    ['before the opening', histories.submitted()],
    ['in an open lot', histories.opened()],
    ['in a paused one', [...histories.opened(), halted('paused')]],
    ['in a stopped one', [...histories.opened(), halted('stopped')]],
    ['after a refusal', [...histories.opened(), declared(), decided(false)]],
  ])('[HLT-4] is accepted %s', (_, history) => {
    given(...history)
      .when(declare())
      .then(declared())
  })

  test('[HLT-4] is given by the opener and the agency alone, until the end or the failure', () => {
    given(...histories.opened())
      .when(declare(), { as: agency })
      .then(event('FailureDeclared', { ...form, name: agency.name, signature: null }))
    for (const as of [bidder(1), supervisor, platform])
      given(...histories.opened())
        .when(declare(), { as })
        .thenRejected('forbidden')
    given(...histories.opened(), declared())
      .when(declare())
      .thenRejected('failure-pending')
    given(...histories.opened(), declared(), decided(true))
      .when(declare())
      .thenRejected('flow-terminated')
    given(...histories.ended())
      .when(declare())
      .thenRejected('opening-ended')
  })

  test('[HLT-4] needs a reason within the region’s length, and a recorder', () => {
    const open = given(...histories.opened())
    open.when(declare({ reason: '' })).thenRejected('failure-reason-missing')
    open.when(declare({ recorder: '' })).thenRejected('recorder-missing')
    open.when(declare({ recorder: '周'.repeat(21) })).thenRejected('recorder-too-long', { maximum: 20 })
    open.when(declare({ reason: '因'.repeat(501) })).thenRejected('failure-reason-too-long', { maximum: 500 })
    const longer = { reason: '因'.repeat(501) }
    open.when(declare(longer), { rules: { failureReasonLength: 1000 } }).then(declared(longer))
  })
})

describe('[HLT-6] where the agency signs', () => {
  const rules = { failureSignedFor: [stateAfter(histories.opened()).tender?.projectKind ?? 0] }
  const signedForm = { ...form, agent: '李代理' }
  const signature = signatureOf(1, 'failure')
  const signed = (history: History) => ({
    signature,
    hash: failureHash(stateAfter(history), signedForm),
  })

  test('needs who signs, and their signature over this form', () => {
    const open = given(...histories.opened())
    open.when(declare(), { rules }).thenRejected('failure-agent-missing')
    open.when(declare(signedForm), { rules }).thenRejected('failure-signature-missing')
    open
      .when(declare({ ...signedForm, agent: '李'.repeat(21) }), { rules })
      .thenRejected('failure-agent-too-long', { maximum: 20 })
    open
      .when(declare({ ...signedForm, signed: signed(histories.opened()) }), { rules })
      .then(event('FailureDeclared', { ...signedForm, name: opener.name, signature }))
    open
      .when(declare({ ...signedForm, reason: '另一原因', signed: signed(histories.opened()) }), { rules })
      .thenRejected('stale-document')
  })

  test('the signature of a refused failure is worth nothing for the next', () => {
    given(...histories.opened(), declared(), decided(false))
      .when(declare({ ...signedForm, signed: signed(histories.opened()) }), { rules })
      .thenRejected('stale-document')
  })
})

describe('DecideFailure', () => {
  test('[HLT-7] approves or refuses what is pending, with a reason, by the platform alone', () => {
    const pending = given(...histories.opened(), declared())
    for (const approved of [true, false]) pending.when(decide(approved)).then(decided(approved))
    pending.when(decide(true, '')).thenRejected('failure-decision-reason-missing')
    pending.when(decide(true, '意'.repeat(501))).thenRejected('halt-reason-too-long', { maximum: 500 })
    pending.when(decide(true), { as: opener }).thenRejected('forbidden')
    given(...histories.opened())
      .when(decide(true))
      .thenRejected('failure-not-pending')
    given(...histories.opened(), event('LotStatusChanged', { lot: 'failure-pending' }))
      .when(decide(true))
      .thenRejected('failure-not-pending')
  })

  test('[HLT-7] an approved failure makes the section 已流标 with its reason', () => {
    const state = stateAfter([...histories.opened(), declared(), decided(true)])
    expect(state).toMatchObject({ lot: 'failed', status: 'failed' })
    expect(currentInterruption(state)).toMatchObject({ lot: 'failed', reason: form.reason, until: null })
  })

  test('[HLT-7] after a refusal the lot is as it was before, and its windows go on', () => {
    const at = (minutes: number) => isoTime(openingTime + minutes * minute)
    const before = stateAfter(histories.decrypting()).decryption?.deadline ?? ''
    const refused = stateAfter([
      ...histories.decrypting(),
      { event: declared(), at: at(1) },
      { event: decided(false), at: at(21) },
    ])
    expect(refused.lot).toBe('open')
    expect(refused.decryption?.deadline).toBe(isoTime(epochOf(before) + 20 * minute))
    expect(lastDeclaredFailure(refused)?.failure.decision).toMatchObject({
      approved: false,
      reason: '审批意见',
    })
    const overPause = [
      ...histories.decrypting(),
      { event: halted('paused'), at: at(1) },
      { event: declared(), at: at(2) },
      { event: decided(false), at: at(21) },
    ]
    expect(stateAfter(overPause)).toMatchObject({ lot: 'paused', haltedAt: at(1) })
    const { decryption } = stateAfter([...overPause, { event: resumed, at: at(31) }])
    expect(decryption?.deadline).toBe(isoTime(epochOf(before) + 30 * minute))
  })

  test('[HLT-7] a declared failure is decided before the platform sets another status', () => {
    for (const lot of ['open', 'paused', 'failed'] as const)
      given(...histories.opened(), declared())
        .when({ type: 'ChangeLotStatus', payload: { lot } })
        .thenRejected('failure-decision-due')
  })
})

describe('[HLT-5] the reasons that the form proposes', () => {
  const texts = (history: History, now = openingTime) =>
    failureSuggestions(stateAfter(history), { minimumBidders: 3 } as never, now).map(({ text }) => text)

  test('are those that are true', () => {
    expect(texts(histories.submitted(), openingTime - 1)).toEqual([])
    expect(texts(histories.submitted())).toEqual(['too-few-bids'])
    expect(texts([...histories.submitted(), histories.submissionOf(3)])).toEqual([])
    expect(texts(histories.decrypting())).toEqual(['too-few-bids'])
    expect(texts(histories.opened())).toEqual(['too-few-bids', 'too-few-decrypted'])
    expect(texts(histories.opened({ bidStyle: 3 }))).toEqual([])
  })
})

describe('what is kept', () => {
  const paused = [...histories.decrypting(), halted('paused')]

  test('[HLT-8] reason, recorder, time and who stand in the state, also of what is over', () => {
    const at = stateAfter(paused).haltedAt
    const one = { lot: 'paused', ...said, name: opener.name, role: 'opener', at, failure: null }
    expect(stateAfter(paused).interruptions).toEqual([{ ...one, until: null }])
    expect(currentInterruption(stateAfter(paused))).toMatchObject(one)
    const on = stateAfter([...paused, resumed])
    expect(on.interruptions).toEqual([{ ...one, until: at }])
    expect(currentInterruption(on)).toBeNull()
  })

  test('[HLT-8] the platform’s reason, too; a status without one stands for itself', () => {
    const change: Command = { type: 'ChangeLotStatus', payload: { lot: 'paused', reason: '投诉处理' } }
    const changed = event('LotStatusChanged', { lot: 'paused', reason: '投诉处理' })
    given(...histories.entered())
      .when(change)
      .then(changed)
    given(...histories.entered())
      .when({ ...change, payload: { lot: 'paused', reason: '诉'.repeat(501) } })
      .thenRejected('halt-reason-too-long', { maximum: 500 })
    const state = stateAfter([...histories.entered(), { event: changed, actor: platform }])
    expect(currentInterruption(state)).toMatchObject({ reason: '投诉处理', role: 'platform', name: '' })
  })

  test('[HLT-8] the record has what was interrupted until signing is ordered, and nothing of it later', () => {
    const history = [...paused, resumed, ...histories.signing().slice(histories.decrypting().length)]
    const record = openingRecord(stateAfter(history))
    expect(record.interruptions).toMatchObject([
      { lot: 'paused', ...said, name: opener.name, decision: null },
    ])
    const signing = stateAfter(histories.signing())
    const later = [
      ...histories.signing(),
      { event: halted('paused'), at: isoTime(openingTime) },
      { event: resumed, at: isoTime(openingTime + minute) },
    ]
    expect(openingRecord(signing)).not.toHaveProperty('interruptions')
    expect(recordHash(stateAfter(later))).toBe(recordHash(signing))
  })

  /** The history after decryption was ordered, with a pause of the platform without a reason. */
  const afterPause = (history: SessionEvent[]) => {
    const began = histories.decrypting()
    return [...began, byPlatform('paused'), byPlatform('open'), ...history.slice(began.length)]
  }

  test('[HLT-8] a pause for which the platform gives no reason stands in the record, also once it is fixed', () => {
    const state = stateAfter(afterPause(histories.confirmed()))
    const pause = { lot: 'paused', reason: '', role: 'platform' }
    expect(openingRecord(state).interruptions).toMatchObject([pause])
    const statements = statementsOf(state)
    const started = event('SigningStarted', {
      ...{ limitMinutes: 15, deadline: isoTime(openingTime), recordHash: recordHash(state), statements },
    })
    const fixed = stateAfter([...afterPause(histories.confirmed()), started])
    expect(openingRecord(fixed).interruptions).toMatchObject([pause])
    expect(recordHash(fixed)).toBe(recordHash(state))
  })

  test('[HLT-8] logs of before have no reasons, and their records keep their hash', () => {
    const signed = stateAfter(afterPause(histories.signing()))
    expect(signed.signing?.statements).not.toHaveProperty('unexplainedHalts')
    expect(openingRecord(signed)).not.toHaveProperty('interruptions')
    const { interruptions: _, ...stored } = stateAfter(histories.decrypting())
    expect(reviveState(JSON.parse(JSON.stringify(stored))).interruptions).toEqual([])
  })
})

test.each([
  ['paused', [halted('paused')]],
  ['stopped', [halted('stopped')]],
  ['about to fail', [declared()]],
  ['failed', [declared(), decided(true)]],
])('[HLT-9] no clock runs in a lot that is %s', (_, events) => {
  for (const history of [
    histories.decrypting(),
    histories.confirming(),
    histories.signing(),
    histories.reading(20),
  ]) {
    const state = stateAfter([...history, ...events])
    expect([nextDue(state), openWindows(state), warningsOf(state)]).toEqual([null, [], []])
  }
})
