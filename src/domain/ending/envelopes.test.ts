import { describe, expect, test } from 'vitest'
import { epochOf } from '#lib/time.ts'
import { given, past, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  bidder,
  bidderCode,
  commercialId,
  commercialSubmission,
  decryption,
  fileId,
  ids,
  minute,
  names,
  objectionId,
  opener,
  platform,
  settlement,
  signatureOf,
  submission,
  supervisor,
  twoFiles,
} from '#test/domain/sample-actors.ts'
import { recorded, startSession } from '#test/domain/session.ts'
import { openingTime, tender } from '#test/support/sample-tender.ts'
import { applyEntry } from '../log/entry.ts'
import { type Actor, systemActor } from '../session/actor.ts'
import type { Command } from '../session/command.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { participants, standingOf } from '../submission/bids.ts'
import type { Figures } from '../submission/figures.ts'
import { confirmers, signingBidders } from './asked.ts'
import { finishProblem } from './ending-conditions.ts'
import { openingRecord, overviewHash, overviewRows, recordHash, roundOfEnvelope } from './record.ts'

const end: Command = { type: 'EndOpening', payload: {} }
const call: Command = { type: 'CallSecondEnvelope', payload: {} }
const late = { at: openingTime + 300 * minute }

describe('the end of a double envelope', () => {
  test('[END-12] ends the first envelope only: the section waits to be opened again', () => {
    given(...histories.doubled(histories.signingConfirmed()))
      .when(end)
      .then(event('EnvelopeEnded', {}))
    const state = stateAfter(histories.firstEnvelopeEnded())
    expect(state).toMatchObject({ status: 'to-be-opened', endedAt: null, stage: { number: 1 } })
    expect(state.stage.firstEndedAt).not.toBeNull()
  })

  test('is not said twice before the second envelope is called', () => {
    given(...histories.firstEnvelopeEnded())
      .when(end)
      .thenRejected('envelope-ended')
    expect(finishProblem(stateAfter(histories.firstEnvelopeEnded()))?.code).toBe('envelope-ended')
  })

  test('[END-12] ends the opening with the second', () => {
    given(...histories.secondEnvelopeCalled())
      .when(end)
      .then(event('OpeningEnded', {}))
  })

  test('ends the opening at once where there is one envelope', () => {
    given(...histories.signingConfirmed())
      .when(end)
      .then(event('OpeningEnded', {}))
  })
})

describe('CallSecondEnvelope', () => {
  test('[END-12] follows the first envelope’s end', () => {
    given(...histories.firstEnvelopeEnded())
      .when(call)
      .then(event('SecondEnvelopeCalled', { personInfo: 'kept' }))
    expect(stateAfter(histories.secondEnvelopeCalled()).stage.number).toBe(2)
  })

  test('[PRE-18] says whether the people are entered anew for it', () => {
    given(...histories.firstEnvelopeEnded())
      .when(call, { rules: { personInfoPerEnvelope: true } })
      .then(event('SecondEnvelopeCalled', { personInfo: 'anew' }))
    const ended = [...histories.submitted(twoFiles), histories.personInfo, event('EnvelopeEnded', {})]
    const called = (personInfo: 'kept' | 'anew') => [...ended, event('SecondEnvelopeCalled', { personInfo })]
    const { persons, personIds, first } = stateAfter(called('anew'))
    expect([persons, personIds, first?.persons]).toEqual([null, null, names])
    expect(stateAfter(called('kept')).persons).toEqual(names)
    given(...called('anew'))
      .when({ type: 'EnterBidOpening', payload: {} })
      .thenRejected('person-info-missing')
  })

  test('changes nothing the second time', () => {
    given(...histories.secondEnvelopeCalled())
      .when(call)
      .then()
  })

  test('has no place before, nor where there is one envelope', () => {
    given(...histories.doubled(histories.signed()))
      .when(call)
      .thenRejected('wrong-status', { status: 'opening' })
    given(...histories.ended())
      .when(call)
      .thenRejected('opening-ended')
  })
})

const commands: Command[] = [
  { type: 'RecordPersonInfo', payload: { names, ids } },
  { type: 'EnterBidOpening', payload: {} },
  { type: 'StartDecryption', payload: { limitMinutes: 30 } },
  decryption(1),
  { type: 'MarkBid', payload: { bidderCode: bidderCode(1), invalid: true, note: '无效' } },
  { type: 'EnterAnnouncement', payload: {} },
  { type: 'EnterEnd', payload: { cutShortReason: '测试' } },
  { type: 'StartConfirmation', payload: { limitMinutes: 10 } },
  { type: 'ConfirmOverview', payload: { signature: signatureOf(1), overviewHash: '' } },
  { type: 'RemarkBid', payload: { bidderCode: bidderCode(1), remark: '备注' } },
  { type: 'RecordRemarks', payload: { remarks: '备注' } },
  { type: 'StartSigning', payload: { limitMinutes: 15 } },
  { type: 'ExtendSigning', payload: { minutes: 5 } },
  { type: 'SignRecord', payload: { signature: signatureOf(1), recordHash: '' } },
  { type: 'ConfirmSigning', payload: {} },
]

describe('what the first envelope’s opening found stands until the second is called', () => {
  test.each(commands.map((command) => [command.type, command] as const))(
    '[END-13] %s is refused',
    (_type, command) => {
      given(...histories.firstEnvelopeEnded())
        .when(command, late)
        .thenRejected('envelope-ended')
    },
  )

  test('[END-13] people still come, read and write', () => {
    for (const history of [histories.firstEnvelopeEnded(), histories.secondEnvelopeCalled()]) {
      given(...history)
        .when({ type: 'PostMessage', payload: { message: '评标进行中' } })
        .then(event('MessagePosted', { message: '评标进行中', name: '王主持' }))
      given(...history, histories.objection(1), histories.reply(1))
        .when({ type: 'MarkObjectionRead', payload: { objectionId: objectionId(1) } })
        .then(histories.readReply(1))
      const entered = { role: 'bidder', bidderCode: bidderCode(3), name: '投标人3' }
      given(...history)
        .when({ type: 'EnterSession', payload: { address: '10.0.0.9' } }, { as: bidder(3), ...late })
        .then(event('ParticipantEntered', entered, { address: '10.0.0.9' }))
    }
  })
})

const price = (n: number) => ({ price: `${1_000_000 + n}.50` })
const rest = (n: number) => ({ days: '180', manager: `经理${n}` })

/**
 * A section with two envelopes in which bidders 1 to `count` have submitted both files, played up to the decryption
 * command of the second envelope, or up to `until`.
 */
function atSecond(count = 3, { until = 'started' }: { until?: 'first' | 'called' | 'started' } = {}) {
  const session = startSession()
  let now = openingTime - 25 * minute
  const ask = (actor: Actor, command: Command) => {
    now += 1000
    const answer = session.ask(command, actor, now)
    if (!answer.ok) throw new Error(`${command.type}: ${answer.error.code}`)
    return answer.value
  }
  const numbers = Array.from({ length: count }, (_, i) => i + 1)
  ask(platform, { type: 'PublishTender', payload: { tender: tender(twoFiles) } })
  for (const n of numbers) {
    const enrolled = { bidderCode: bidderCode(n), name: `投标人${n}`, certificate: `certificate-of-${n}` }
    ask(platform, { type: 'EnrolBidder', payload: enrolled })
    ask(bidder(n), { type: 'SubmitBid', payload: submission(n) })
    ask(bidder(n), { type: 'SubmitBid', payload: commercialSubmission(n) })
  }
  now = openingTime
  ask(opener, { type: 'RecordPersonInfo', payload: { names, ids } })
  ask(opener, { type: 'EnterBidOpening', payload: {} })
  ask(opener, { type: 'StartDecryption', payload: { limitMinutes: 30 } })
  const open = (n: number, file: string, figures: Figures) => {
    ask(bidder(n), decryption(n, 'certificate', file))
    return ask(systemActor, settlement(n, figures, file))
  }
  const finish = () => {
    ask(opener, { type: 'EnterAnnouncement', payload: {} })
    ask(opener, { type: 'EnterEnd', payload: { cutShortReason: '测试' } })
    ask(opener, { type: 'StartConfirmation', payload: { limitMinutes: 10 } })
    for (const { code } of confirmers(session.state)) {
      const payload = { signature: signatureOf(1, 'overview'), overviewHash: overviewHash(session.state) }
      ask(bidder(numbers.find((n) => bidderCode(n) === code) ?? 0), { type: 'ConfirmOverview', payload })
    }
    ask(opener, { type: 'StartSigning', payload: { limitMinutes: 15 } })
    for (const { code } of signingBidders(session.state)) {
      const payload = { signature: signatureOf(1), recordHash: session.state.signing?.recordHash ?? '' }
      ask(bidder(numbers.find((n) => bidderCode(n) === code) ?? 0), { type: 'SignRecord', payload })
    }
    ask(opener, { type: 'ConfirmSigning', payload: {} })
    return ask(opener, end)
  }
  const again = () => {
    ask(opener, { type: 'EnterBidOpening', payload: {} })
    return ask(opener, { type: 'StartDecryption', payload: { limitMinutes: 20 } })
  }
  if (until !== 'first') {
    for (const n of numbers) open(n, fileId(n), rest(n))
    finish()
    ask(platform, call)
  }
  const issued = until === 'started' ? again() : []
  const refused = (actor: Actor, command: Command) => {
    const answer = session.ask(command, actor, now)
    return answer.ok ? null : answer.error.code
  }
  return { session, ask, open, finish, again, refused, issued }
}

describe('the first of two envelopes', () => {
  test('[DEC-4] freezes both files with the first command and opens only its own', () => {
    const { session, refused } = atSecond(2, { until: 'first' })
    const frozen = session.entries.find(({ type }) => type === 'BidsFrozen')?.payload
    expect((frozen as { bids: { kind: string }[] }).bids.map(({ kind }) => kind)).toEqual([
      ...['technical', 'commercial'],
      ...['technical', 'commercial'],
    ])
    expect(refused(bidder(1), decryption(1, 'certificate', commercialId(1)))).toBe('unknown-file')
  })

  test('[DEC-17] announces only its own figures, and closes its window with its own last file', () => {
    const { session, open, ask } = atSecond(2, { until: 'first' })
    open(1, fileId(1), rest(1))
    expect(open(2, fileId(2), rest(2)).map(({ type }) => type)).toContain('DecryptionClosed')
    ask(opener, { type: 'EnterAnnouncement', payload: {} })
    expect(overviewRows(session.state).map(({ figures }) => figures)).toEqual([rest(1), rest(2)])
  })

  test('refuses a file with a figure of the other envelope as bad content', () => {
    const { session, open } = atSecond(2, { until: 'first' })
    open(1, fileId(1), { ...rest(1), ...price(1) })
    expect(session.state.bidders[bidderCode(1)]?.files.technical?.file).toMatchObject({
      ...{ status: 'refused', cause: 'bad-content' },
    })
  })
})

describe('calling the second envelope', () => {
  test('[SES-2] [END-14] starts again in step 1 and keeps the first round', () => {
    const { session } = atSecond(2, { until: 'called' })
    const { state } = session
    expect(state).toMatchObject({ flow: 5, decryption: null, announcement: null, signing: null })
    expect(state.first?.signing?.confirmed).toBe(true)
    const first = roundOfEnvelope(state, 1)
    expect(first && overviewRows(first).map(({ figures }) => figures)).toEqual([rest(1), rest(2)])
    expect(first && recordHash(first)).toBe(state.first?.signing?.recordHash)
    expect(roundOfEnvelope(state, 2)).toBe(state)
    expect(roundOfEnvelope(stateAfter(histories.announced()), 2)).toBeNull()
  })

  test('[END-14] keeps the signed first record when people, draws and tender change later', () => {
    const { session, ask } = atSecond(2, { until: 'called' })
    const { state } = session
    ask(supervisor, { type: 'EnterSession', payload: { address: '10.0.0.9' } })
    ask(opener, { type: 'RecordPersonInfo', payload: { names: { ...names, announcer: '吴唱标' }, ids } })
    const draw = { drawId: 'd', attempt: 1 }
    const parts = [{ parameter: 'randomIndex', drawer: '甲', range: null, candidates: ['1'] } as const]
    const declared = {
      kind: 'random-index',
      subject: '评委',
      rule: '',
      joinBy: '',
      serverCommitment: '',
    } as const
    const decided = { seed: '', values: [], results: [{ index: 0, value: '1', saved: '1' }] }
    const later: SessionEvent[] = [
      event('DrawDeclared', { ...draw, ...declared, parts }, { secret: '' }),
      event('DrawDecided', { ...draw, ...decided }),
      event(
        'EvaluationParametersSet',
        { changes: { drawNote: '另行通知' }, controlPriceSet: false },
        { controlPrice: null },
      ),
    ]
    for (const one of later) applyEntry(state, recorded(session.entries, one, opener, past))
    expect(openingRecord(state)).toMatchObject({
      ...{ supervisor: supervisor.name, persons: { announcer: '吴唱标' } },
      ...{ draws: [{ value: '1' }], tender: { drawNote: '另行通知' } },
    })
    const first = roundOfEnvelope(state, 1)
    expect(first && recordHash(first)).toBe(state.first?.signing?.recordHash)
  })

  test('[SES-2] [DEC-1] freezes nothing again; its decryption command sets flow 16', () => {
    const { session, issued } = atSecond(2)
    expect(issued.map(({ type }) => type)).toEqual(['DecryptionStarted'])
    expect(session.state).toMatchObject({ status: 'opening', flow: 16 })
  })
})

describe('the second envelope', () => {
  test('announces only its own figures, has its own record and ends the opening', () => {
    const { session, open, finish } = atSecond(2)
    open(1, commercialId(1), price(1))
    open(2, commercialId(2), price(2))
    expect(finish()).toEqual([event('OpeningEnded', {})])
    const { state } = session
    expect(overviewRows(state).map(({ figures }) => figures)).toEqual([price(1), price(2)])
    expect(state.signing?.recordHash).toBe(recordHash(state))
    expect(state.signing?.recordHash).not.toBe(state.first?.signing?.recordHash)
  })

  test('[END-15] can end at once when no bidder is left', () => {
    const { ask } = atSecond(1, { until: 'called' })
    ask(opener, {
      type: 'MarkBid',
      payload: { bidderCode: bidderCode(1), invalid: true, note: '技术标未通过' },
    })
    expect(ask(opener, end)).toEqual([event('OpeningEnded', {})])
  })
})

describe('bidders left out of the second envelope', () => {
  test('[DEC-17] [ANN-2] one who was marked invalid before its command stays out, and their file sealed', () => {
    const { session, ask, again, open, refused, finish } = atSecond(3, { until: 'called' })
    const mark: Command = {
      type: 'MarkBid',
      payload: { bidderCode: bidderCode(2), invalid: true, note: '技术标未通过' },
    }
    ask(opener, mark)
    again()
    expect(participants(session.state).map(({ code }) => code)).toEqual([bidderCode(1), bidderCode(3)])
    expect(refused(bidder(2), decryption(2, 'certificate', commercialId(2)))).toBe('bid-excluded')
    expect(refused(opener, { ...mark, payload: { ...mark.payload, invalid: false } })).toBe('bid-not-opened')
    open(1, commercialId(1), price(1))
    open(3, commercialId(3), price(3))
    finish()
    expect(session.entries.findLast(({ type }) => type === 'AnnouncementStarted')?.payload).toEqual({
      bidderCount: 2,
    })
    expect(overviewRows(session.state)).toHaveLength(2)
    expect(session.state.bidders[bidderCode(2)]?.files.commercial?.file.status).toBe('sealed')
  })

  test('[DEC-17] one whose first file was not opened in time stays out', () => {
    const { session, ask, open, refused, finish } = atSecond(2, { until: 'first' })
    open(1, fileId(1), rest(1))
    const deadline = epochOf(session.state.decryption?.deadline ?? '')
    session.ask({ type: 'CloseDecryption', payload: { health: null } }, systemActor, deadline)
    const failed = { badge: 'failed', cause: 'time-out' }
    expect(overviewRows(session.state)[1]).toMatchObject({ ...failed, note: '' })
    const mark = { bidderCode: bidderCode(2), invalid: true, note: '未按时解密' }
    expect(refused(opener, { type: 'MarkBid', payload: mark })).toBe('bid-not-opened')
    finish()
    ask(platform, call)
    expect(participants(session.state).map(({ code }) => code)).toEqual([bidderCode(1)])
  })
})

test('[BID-6] the standing of a bid is that of its least advanced required file', () => {
  const { session, open } = atSecond(2, { until: 'first' })
  const [one] = [session.state.bidders[bidderCode(1)]]
  expect(one && standingOf(session.state, one).status).toBe('sealed')
  open(1, fileId(1), rest(1))
  const opened = session.state.bidders[bidderCode(1)]
  expect(opened && standingOf(session.state, opened).status).toBe('imported')
  expect(opened && standingOf(session.state, opened, 2).status).toBe('sealed')
})
