import { describe, expect, test } from 'vitest'
import { isoTime } from '#lib/time.ts'
import { given, type History, past, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  bidder,
  bidderCode,
  minute,
  objectionText,
  opener,
  replyText,
  supervisor,
} from '#test/domain/sample-actors.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { openingRecord } from '../ending/record.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import type { BidStyle } from '../session/flow.ts'
import { viewState } from '../session/view-state.ts'
import { askedBidders } from './inquiry.ts'

const { inquiring, inquiryAnswer, inquiryDeadline, inquiryReply, inquired } = histories

const everywhere = { minutes: 5, warningMilliseconds: 180_000, invitedOnly: false } as const
/** The rules of a region that asks in every tender. */
const inAll = { rules: { objectionInquiry: everywhere } }
const timeOut = (answered: number, objecting: number, silent: number) =>
  event('InquiryClosed', { cause: 'time-out', answered, objecting, silent })

const start: Command = { type: 'StartInquiry', payload: {} }
const invited = inquiring().slice(0, -1)
const ordered = openingTime + 20 * minute

const says = (objects: boolean, text = ''): Command => ({
  type: 'AnswerInquiry',
  payload: { objects, text },
})
const at = inquiryDeadline - minute

describe('StartInquiry', () => {
  test('[INQ-1] [INQ-3] asks invited suppliers for the minutes of the region', () => {
    const started = event('InquiryStarted', {
      limitMinutes: 3,
      deadline: isoTime(ordered + 3 * minute),
      warningMilliseconds: 120_000,
    })
    given(...invited)
      .when(start, { at: ordered })
      .then(started)
  })

  test('[INQ-1] [INQ-3] asks in every tender where the region says so', () => {
    const started = event('InquiryStarted', {
      limitMinutes: 5,
      deadline: isoTime(ordered + 5 * minute),
      warningMilliseconds: 180_000,
    })
    given(...histories.readToEnd())
      .when(start, { at: ordered, ...inAll })
      .then(started)
    given(...histories.readToEnd())
      .when(start, { at: ordered })
      .thenRejected('inquiry-not-needed')
  })

  test.each([0, 4] as const)(
    '[INQ-1] is not needed without a step 3, as with bid style %d',
    (bidStyle: BidStyle) => {
      given(...histories.opened({ bidStyle }))
        .when(start, inAll)
        .thenRejected('inquiry-not-needed')
    },
  )

  test('[INQ-1] is not needed where nobody takes part', () => {
    const decrypting = histories.decrypting().slice(-1)
    const nobody = [...histories.enrolled(), ...decrypting, event('AnnouncementStarted', { bidderCount: 0 })]
    given(...nobody)
      .when(start, inAll)
      .thenRejected('inquiry-not-needed')
  })
})

describe('when the inquiry is ordered', () => {
  test('[INQ-2] needs step 3, and does not wait for the reading', () => {
    given(...histories.opened({ invitesSuppliers: true }))
      .when(start)
      .thenRejected('enter-announcement-first')
    given(...histories.announced({ invitesSuppliers: true }))
      .when(start, { at: ordered, ...inAll })
      .then(
        event('InquiryStarted', {
          limitMinutes: 5,
          deadline: isoTime(ordered + 5 * minute),
          warningMilliseconds: 180_000,
        }),
      )
  })

  test('[INQ-2] is given once in each round, and not once step 4 is entered', () => {
    given(...inquired())
      .when(start)
      .thenRejected('inquiry-already-issued')
    given(...histories.atEnd())
      .when(start, inAll)
      .thenRejected('inquiry-too-late')
  })

  test('is for the opener only, and not while the lot is halted', () => {
    given(...invited)
      .when(start, { as: supervisor })
      .thenRejected('forbidden')
    given(...invited, event('LotStatusChanged', { lot: 'paused' }))
      .when(start)
      .thenRejected('lot-paused')
  })
})

describe('AnswerInquiry', () => {
  test('[INQ-4] [INQ-5] a bidder objects with a text, or does not object', () => {
    given(...inquiring())
      .when(says(true, ` ${objectionText}\n`), { at })
      .then(inquiryAnswer(1))
    given(...inquiring())
      .when(says(false, 'what is typed beside a no is not kept'), { at })
      .then(inquiryAnswer(1, false))
  })

  test('[INQ-5] an objection needs a text of at most 1000 characters', () => {
    given(...inquiring())
      .when(says(true, ' \n'), { at })
      .thenRejected('objection-missing')
    given(...inquiring())
      .when(says(true, '异'.repeat(1001)), { at })
      .thenRejected('objection-too-long', { maximum: 1000 })
    given(...inquiring())
      .when(says(true, '𠮷'.repeat(1000)), { at })
      .then(event('InquiryAnswered', { bidderCode: bidderCode(1), objects: true, text: '𠮷'.repeat(1000) }))
  })
})

describe('who answers, and when', () => {
  test('[INQ-4] an answer is final', () => {
    given(...inquiring(), inquiryAnswer(1))
      .when(says(false), { at })
      .thenRejected('inquiry-already-answered')
    given(...inquired())
      .when(says(false), { at })
      .thenRejected('inquiry-already-answered')
  })

  test('[INQ-4] is accepted before the deadline and refused from then on', () => {
    given(...inquiring())
      .when(says(false), { at: inquiryDeadline - 1 })
      .then(inquiryAnswer(1, false))
    given(...inquiring())
      .when(says(false), { at: inquiryDeadline })
      .thenRejected('inquiry-closed')
    given(...inquiring(), timeOut(0, 0, 2))
      .when(says(false), { at })
      .thenRejected('inquiry-closed')
    given(...inquiring().slice(0, -1))
      .when(says(false), { at })
      .thenRejected('inquiry-not-issued')
  })

  test('[INQ-4] only bidders who take part are asked', () => {
    given(...inquiring())
      .when(says(false), { at, as: bidder(3) })
      .thenRejected('unknown-bidder')
    given(...inquiring())
      .when(says(false), { at, as: bidder(9) })
      .thenRejected('not-enrolled')
    given(...inquiring())
      .when(says(false), { at, as: opener })
      .thenRejected('forbidden')
  })

  test('[INQ-6] the last answer ends the inquiry', () => {
    const ended = event('InquiryClosed', { cause: 'all-answered', answered: 2, objecting: 1, silent: 0 })
    given(...inquiring(), inquiryAnswer(1))
      .when(says(false), { at, as: bidder(2) })
      .then(inquiryAnswer(2), ended)
  })
})

describe('CloseInquiry', () => {
  const command: Command = { type: 'CloseInquiry', payload: {} }

  test('[INQ-6] ends the inquiry at its deadline, with the numbers', () => {
    given(...inquiring(), inquiryAnswer(1))
      .when(command, { at: inquiryDeadline })
      .then(timeOut(1, 1, 1))
  })

  test('[INQ-6] does nothing before the deadline, without an inquiry, or once it has ended', () => {
    for (const [history, at] of [
      [inquiring(), inquiryDeadline - 1],
      [histories.readToEnd(), inquiryDeadline],
      [inquired(), inquiryDeadline],
    ] as const)
      given(...history)
        .when(command, { at })
        .then()
  })
})

describe('ReplyInquiry', () => {
  const command = (content: string, n = 1): Command => ({
    type: 'ReplyInquiry',
    payload: { bidderCode: bidderCode(n), content },
  })

  test('[INQ-8] the opener replies to an objection while the inquiry runs and after its end', () => {
    given(...inquiring(), inquiryAnswer(1))
      .when(command(` ${replyText} `))
      .then(inquiryReply(1))
    given(...inquired())
      .when(command(replyText))
      .then(inquiryReply(1))
  })

  test('[INQ-8] replies once, and only to an objection', () => {
    given(...inquired(), inquiryReply(1))
      .when(command(replyText))
      .thenRejected('inquiry-already-replied')
    for (const n of [2, 3])
      given(...inquired())
        .when(command(replyText, n))
        .thenRejected('unknown-objection')
    given(...histories.readToEnd())
      .when(command(replyText))
      .thenRejected('inquiry-not-issued')
    given(...inquired())
      .when(command(replyText), { as: bidder(1) })
      .thenRejected('forbidden')
  })

  test('[INQ-8] a reply is required and has at most 1000 characters', () => {
    given(...inquired())
      .when(command(' '))
      .thenRejected('inquiry-reply-missing')
    given(...inquired())
      .when(command('复'.repeat(1001)))
      .thenRejected('inquiry-reply-too-long', { maximum: 1000 })
  })

  test('[INQ-8] signing waits for the replies, and ends them', () => {
    const confirmed = [...inquired(), event('EndEntered', {}), ...histories.confirmed().slice(-4)]
    const sign: Command = { type: 'StartSigning', payload: { limitMinutes: 15 } }
    given(...confirmed)
      .when(sign)
      .thenRejected('inquiry-replies-missing', { count: 1 })
    const replied = [...confirmed, inquiryReply(1)]
    const deadline = isoTime(openingTime + 16 * minute)
    const { objections = [] } = openingRecord(stateAfter(replied)).inquiry ?? {}
    expect(objections).toMatchObject([
      { bidderCode: bidderCode(1), text: objectionText, reply: { content: replyText } },
    ])
    const started = event('SigningStarted', {
      limitMinutes: 15,
      deadline,
      recordHash: histories.recordOf(replied),
      statements: { disputes: [], objections },
    })
    given(...replied)
      .when(sign)
      .then(started)
    given(...confirmed, started)
      .when(command(replyText))
      .thenRejected('locked-by-signing')
  })
})

describe('step 4', () => {
  const enter: Command = { type: 'EnterEnd', payload: {} }

  test('[INQ-7] is refused until the inquiry was issued and has ended', () => {
    given(...inquiring().slice(0, -1))
      .when(enter)
      .thenRejected('inquiry-not-issued')
    given(...inquiring(), inquiryAnswer(1))
      .when(enter)
      .thenRejected('inquiry-still-open')
    given(...inquired())
      .when(enter)
      .then(event('EndEntered', {}))
    given(...inquiring(), timeOut(0, 0, 2))
      .when(enter)
      .then(event('EndEntered', {}))
  })

  test('[INQ-7] waits for it in every tender where the region says so', () => {
    given(...histories.readToEnd())
      .when(enter, inAll)
      .thenRejected('inquiry-not-issued')
    given(...histories.readToEnd())
      .when(enter)
      .then(event('EndEntered', {}))
  })

  test('[INQ-7] a reading cut short does not lead past it, and the reading comes first', () => {
    const unread = histories.announced({ invitesSuppliers: true })
    given(...unread)
      .when(enter)
      .thenRejected('announce-first')
    given(...unread)
      .when({ type: 'EnterEnd', payload: { cutShortReason: '停电' } })
      .thenRejected('inquiry-not-issued')
  })
})

describe('a halted lot', () => {
  test('[SES-10] gives the inquiry back the time that it had left', () => {
    const lot = (status: 'paused' | 'open', at: number) => ({
      event: event('LotStatusChanged', { lot: status }),
      at: isoTime(at),
    })
    const history: History = [
      ...inquiring(),
      lot('paused', inquiryDeadline - minute),
      lot('open', inquiryDeadline + 9 * minute),
    ]
    expect(stateAfter(history).inquiry?.deadline).toBe(isoTime(inquiryDeadline + 10 * minute))
  })
})

describe('what others see', () => {
  test('[INQ-9] [INQ-11] a bidder sees their own answer, and the record has the objection with its reply', () => {
    const state = stateAfter([...inquired(), inquiryReply(1)])
    const views = (['opener', 'bidder', 'supervisor'] as const).map((role) =>
      viewState({ role, unitCode: bidderCode(2), seesSupervisor: true }, state),
    )
    expect(views.map(({ inquiry }) => Object.keys(inquiry?.answers ?? {}))).toEqual([
      [bidderCode(1), bidderCode(2)],
      [bidderCode(2)],
      [bidderCode(1), bidderCode(2)],
    ])
    const ended = { issuedAt: past, endedAt: past, endedBy: 'all-answered' }
    const said = { bidderCode: bidderCode(1), text: objectionText, at: past }
    const reply = { content: replyText, at: past }
    expect(openingRecord(state).inquiry).toEqual({
      ...{ ...ended, answered: 2, objecting: 1, silent: 0 },
      objections: [{ ...said, reply }],
    })
  })
})

describe('two envelopes', () => {
  /** The inquiry of the first envelope, the call of the second, and its step 3. */
  function second(): History {
    const first = [...inquired(), inquiryReply(1), event('EndEntered', {})]
    const called = [event('EnvelopeEnded', {}), event('SecondEnvelopeCalled', { personInfo: 'kept' })]
    const tender = { ...stateAfter(first).tender, envelopes: 2 as const, bidFiles: twoFiles }
    const published = event('TenderPublished', { tender: tender as never })
    const participants = event('AnnouncementStarted', { bidderCount: 2 })
    return [published, ...first.slice(1), ...called, event('BidOpeningEntered', {}), participants]
  }
  const twoFiles = [
    { kind: 'technical', envelope: 1, required: true },
    { kind: 'commercial', envelope: 2, required: false },
  ] as const

  test('[INQ-2] each round has its own inquiry, and the first one’s is kept', () => {
    const state = stateAfter(second())
    expect(state.inquiry).toBeNull()
    expect(state.first?.inquiry?.answers[bidderCode(1)]).toEqual({
      ...{ objects: true, text: objectionText, at: past },
      reply: { content: replyText, at: past },
    })
    const started = event('InquiryStarted', {
      limitMinutes: 3,
      deadline: isoTime(inquiryDeadline),
      warningMilliseconds: 120_000,
    })
    given(...second())
      .when({ type: 'StartInquiry', payload: {} }, { at: inquiryDeadline - 3 * minute })
      .then(started)
    const again = stateAfter([...second(), started, inquiryAnswer(2)])
    expect(askedBidders(again).map(({ answer }) => answer?.objects ?? null)).toEqual([null, false])
  })
})
