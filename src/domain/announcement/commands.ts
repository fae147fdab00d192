import { z } from 'zod'
import { err, ok } from '#lib/result.ts'
import { isRecordFixed } from '../ending/record-fixed.ts'
import { objectionLength, objectionTextProblem } from '../objections/objection.ts'
import { commandRow, serverCommandRow } from '../session/command-row.ts'
import { actingBidder } from '../session/context.ts'
import { event } from '../session/event.ts'
import { flow, hasAnnouncement } from '../session/flow.ts'
import { reject } from '../session/rejection.ts'
import { bidder, duringOpening, opener, system, untilEnded } from '../session/roles-and-statuses.ts'
import { participants, takesPart } from '../submission/bids.ts'
import { announcementProblem } from './announcement-problem.ts'
import { paceSeconds, readingTextLength } from './announcement-state.ts'
import { disputesIn } from './disputes.ts'
import {
  bidderAt,
  cutShort,
  disclosureOf,
  isRowPublic,
  leadingProblem,
  readingOf,
  readsOnAt,
  runningReading,
  startProblem,
} from './reading.ts'

const nothing = z.strictObject({})
const pace = z.number().nullable()
const text = z.string().trim().max(readingTextLength)
/** Longer than the rules allow, so that they refuse a long text with their own message. */
const content = z.string().max(10_000)

export const announcementCommands = {
  /**
   * Entering step 3. Where the variant discloses the rows at once, the figures of all opened files become public
   * (ANN-3). If the announcement check fails after the announcement, the flow goes back to 15 (ANN-4). Without an
   * announcement step the figures become public and the session goes on to the end (ANN-5).
   */
  EnterAnnouncement: commandRow({
    payload: nothing,
    roles: opener,
    statuses: untilEnded,
    decide(state, _payload, { rules }) {
      const problem = announcementProblem(state)
      if (problem && state.flow >= flow.announcement) return ok([event('FlowReset', { flow: flow.opening })])
      if (problem) return err(problem)
      if (state.flow >= flow.announcement) return ok([])
      const started = event('AnnouncementStarted', { bidderCount: participants(state).length })
      if (state.tender && !hasAnnouncement(state.tender.bidStyle))
        return ok([started, ...disclosureOf(state), event('EndEntered', {})])
      return ok(rules.announcementRows === 'as-read' ? [started] : [started, ...disclosureOf(state)])
    },
  }),

  /** Starts the reading with the first bid; `pace` in seconds, null to lead it by hand (ANN-8). */
  StartReading: commandRow({
    payload: z.strictObject({ pace }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { pace }) {
      const problem = startProblem(state)
      if (problem) return err(problem)
      if (!isPace(pace)) return rejectPace()
      const started = event('ReadingStarted', { pace })
      const first = readingOf(state, 1)
      return ok(first.length > 0 ? [started, ...first] : [started, event('ReadingFinished', {})])
    },
  }),

  /** Reads the bid at `position`: the next one. One that has been read changes nothing (ANN-10). */
  ReadNext: commandRow({
    payload: z.strictObject({ position: z.number().int().min(1) }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { position }) {
      const problem = leadingProblem(state)
      if (problem) return err(problem)
      const read = runningReading(state)?.position ?? 0
      if (position <= read) return ok([])
      if (runningReading(state)?.paused) return reject('reading-paused')
      if (position > read + 1) return reject('reading-out-of-order')
      return bidderAt(state, position) ? ok(readingOf(state, position)) : reject('reading-at-end')
    },
  }),

  /** The clock reads the next bid when its pace says so, and ends the reading after the last one. */
  ReadOnTime: serverCommandRow({
    payload: z.strictObject({ position: z.number().int() }),
    roles: system,
    statuses: duringOpening,
    decide(state, { position }, { now }) {
      const due = readsOnAt(state)
      if (due === null || now < due || position !== (runningReading(state)?.position ?? 0) + 1) return ok([])
      const read = readingOf(state, position)
      return ok(read.length > 0 ? read : [event('ReadingFinished', {})])
    },
  }),

  /** Reads the current bid again, unless the reading is paused (ANN-10). */
  RepeatBid: commandRow({
    payload: nothing,
    roles: opener,
    statuses: duringOpening,
    decide(state) {
      const problem = leadingProblem(state)
      if (problem) return err(problem)
      if (runningReading(state)?.paused) return reject('reading-paused')
      const { bidderCode, position } = runningReading(state) ?? { bidderCode: null, position: 0 }
      return ok(bidderCode === null ? [] : [event('BidReadAgain', { bidderCode, position })])
    },
  }),

  PauseReading: commandRow({
    payload: nothing,
    roles: opener,
    statuses: duringOpening,
    decide(state) {
      const problem = leadingProblem(state)
      if (problem) return err(problem)
      return ok(runningReading(state)?.paused ? [] : [event('ReadingPaused', {})])
    },
  }),

  ResumeReading: commandRow({
    payload: nothing,
    roles: opener,
    statuses: duringOpening,
    decide(state) {
      const problem = leadingProblem(state)
      if (problem) return err(problem)
      return ok(runningReading(state)?.paused ? [event('ReadingResumed', {})] : [])
    },
  }),

  /** Changes the pace; the current bid gets the whole new time. */
  SetReadingPace: commandRow({
    payload: z.strictObject({ pace }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { pace }) {
      const problem = leadingProblem(state)
      if (problem) return err(problem)
      if (!isPace(pace)) return rejectPace()
      return ok(runningReading(state)?.pace === pace ? [] : [event('ReadingPaceSet', { pace })])
    },
  }),

  /** Ends the reading once every bid has been read. */
  FinishReading: commandRow({
    payload: nothing,
    roles: opener,
    statuses: duringOpening,
    decide(state) {
      const problem = leadingProblem(state)
      if (problem) return err(problem)
      const count = participants(state).length - (runningReading(state)?.position ?? 0)
      return count > 0 ? reject('bids-not-read', { count }) : ok([event('ReadingFinished', {})])
    },
  }),

  /** Ends the reading ahead of its last bid, with the reason (ANN-12). */
  CutReadingShort: commandRow({
    payload: z.strictObject({ reason: text }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { reason }) {
      const problem = leadingProblem(state)
      if (problem) return err(problem)
      return reason === '' ? reject('reading-reason-missing') : ok(cutShort(state, reason))
    },
  }),

  /** A bidder marks their own announced row as right, or says what they dispute (ANN-13). */
  CheckRow: commandRow({
    payload: z.strictObject({ answer: z.enum(['right', 'disputed']), text }),
    roles: bidder,
    statuses: duringOpening,
    decide(state, { answer, text }, context) {
      const own = actingBidder(state, context)
      if (!own || !takesPart(state, own)) return reject('unknown-bidder')
      if (state.confirmation) return reject('locked-by-confirmation')
      if (!isRowPublic(state, own)) return reject('row-not-announced')
      if (answer === 'disputed' && text === '') return reject('dispute-missing')
      const words = answer === 'disputed' ? text : ''
      if (own.rowCheck?.answer === answer && own.rowCheck.text === words) return ok([])
      return ok([event('RowChecked', { bidderCode: own.code, answer, text: words })])
    },
  }),

  /** The opener's one reply to a disputed row (ANN-17); `at`: of the dispute that was read, as its bidder may change it. */
  ReplyDispute: commandRow({
    payload: z.strictObject({ bidderCode: z.string().max(60), at: z.iso.datetime(), content }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { bidderCode, at, content }) {
      if (isRecordFixed(state)) return reject('locked-by-signing')
      const check = disputesIn(state).find(({ bidder }) => bidder.code === bidderCode)?.check
      if (!check) return reject('unknown-objection')
      if (check.at !== at) return reject('dispute-changed')
      if (check.reply) return reject('dispute-already-replied')
      const problem = objectionTextProblem(content)
      if (problem === 'missing') return reject('inquiry-reply-missing')
      if (problem === 'too-long') return reject('inquiry-reply-too-long', { maximum: objectionLength })
      return ok([event('DisputeReplied', { bidderCode, content: content.trim() })])
    },
  }),
} as const

function isPace(pace: number | null): boolean {
  return pace === null || (Number.isInteger(pace) && pace >= paceSeconds.least && pace <= paceSeconds.most)
}

function rejectPace() {
  return reject('reading-pace-invalid', { minimum: paceSeconds.least, maximum: paceSeconds.most })
}
