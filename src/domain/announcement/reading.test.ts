import { describe, expect, test } from 'vitest'
import { epochOf } from '#lib/time.ts'
import { given, past, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, figuresOf, fileId } from '#test/domain/sample-actors.ts'
import { overviewHash } from '../ending/record.ts'
import type { Command } from '../session/command.ts'
import { nextDue } from '../session/due.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { viewState } from '../session/view-state.ts'
import { leastReadingMs } from './reading-time.ts'

const paused = event('ReadingPaused', {})
const finished = event('ReadingFinished', {})
const announced = (n: number) => event('BidAnnounced', { bidderCode: bidderCode(n), figures: figuresOf(n) })
/** Step 3 entered where the rows become public as they are read. */
const undisclosed: SessionEvent[] = [...histories.opened(), event('AnnouncementStarted', { bidderCount: 2 })]
const failed = event('BidFailed', {
  ...{ bidderCode: bidderCode(2), fileId: fileId(2), kind: 'revoked', cause: 'time-out' },
} as const)
/** The second bid was not opened. */
const oneFailed: SessionEvent[] = [
  ...histories.decrypting(),
  ...histories.opening(1),
  event('DecryptionClosed', { cause: 'time-out' }),
  failed,
  event('AnnouncementStarted', { bidderCount: 2 }),
]

describe('StartReading', () => {
  const command = (pace: number | null = null): Command => ({ type: 'StartReading', payload: { pace } })

  test('[ANN-8] reads the first bid', () => {
    given(...histories.announced())
      .when(command(20))
      .then(event('ReadingStarted', { pace: 20 }), histories.read(1))
  })

  test('[ANN-11] discloses the bid with its reading, and no other', () => {
    given(...undisclosed)
      .when(command())
      .then(event('ReadingStarted', { pace: null }), announced(1), histories.read(1))
  })

  test('[ANN-8] needs step 3 and its check, once, with a pace within limits', () => {
    given(...histories.opened())
      .when(command())
      .thenRejected('enter-announcement-first')
    given(...histories.atEnd())
      .when(command())
      .thenRejected('reading-ended')
    given(...histories.decrypting(), ...histories.announcements)
      .when(command())
      .thenRejected('imports-pending', { count: 2 })
    given(...histories.reading())
      .when(command())
      .thenRejected('reading-already-started')
    for (const pace of [2, 301, 7.5]) {
      given(...histories.announced())
        .when(command(pace))
        .thenRejected('reading-pace-invalid', { minimum: 3, maximum: 300 })
    }
  })
})

describe('ReadNext', () => {
  const command = (position: number): Command => ({ type: 'ReadNext', payload: { position } })

  test('[ANN-9] reads an unopened bid as well, without figures', () => {
    given(...oneFailed, event('ReadingStarted', { pace: null }), announced(1), histories.read(1))
      .when(command(2))
      .then(histories.read(2))
  })

  test('[ANN-11] discloses the bid that is read', () => {
    given(...undisclosed, event('ReadingStarted', { pace: null }), announced(1), histories.read(1))
      .when(command(2))
      .then(announced(2), histories.read(2))
  })

  test('a bid that has been read changes nothing', () => {
    given(...histories.reading())
      .when(command(1))
      .then()
  })

  test('[ANN-10] reads in the order of the list, and nothing while paused, before the start or after the end', () => {
    given(...histories.announced())
      .when(command(1))
      .thenRejected('announce-first')
    given(...histories.reading())
      .when(command(3))
      .thenRejected('reading-out-of-order')
    given(...histories.reading(), paused)
      .when(command(2))
      .thenRejected('reading-paused')
    given(...histories.reading(), histories.read(2))
      .when(command(3))
      .thenRejected('reading-at-end')
    given(...histories.readToEnd())
      .when(command(3))
      .thenRejected('reading-ended')
  })
})

describe('ReadOnTime', () => {
  const command = (position: number): Command => ({ type: 'ReadOnTime', payload: { position } })
  const due = epochOf(past) + 20_000

  test('[ANN-10] the clock reads the next bid when its time has come, and ends the reading after the last', () => {
    given(...histories.reading(20))
      .when(command(2), { at: due })
      .then(histories.read(2))
    given(...histories.reading(20), histories.read(2))
      .when(command(3), { at: due })
      .then(finished)
  })

  test('[ANN-10] too early, paused, led by hand or for another bid it does nothing', () => {
    given(...histories.reading(20))
      .when(command(2), { at: due - 1 })
      .then()
    given(...histories.reading(20), paused)
      .when(command(2))
      .then()
    given(...histories.reading())
      .when(command(2))
      .then()
    given(...histories.reading(20), histories.read(2))
      .when(command(2))
      .then()
  })

  test('[ANN-10] [SES-7] the clock has to read on after the pace', () => {
    const dueAfter = (history: SessionEvent[]) => nextDue(stateAfter(history))
    expect(dueAfter(histories.reading(20))).toEqual({
      at: due,
      command: command(2),
      name: 'ReadOnTime@2',
      isDeadline: false,
    })
    expect(dueAfter(histories.reading())).toBeNull()
    expect(dueAfter([...histories.reading(20), paused])).toBeNull()
    expect(dueAfter([...histories.reading(20), finished])).toBeNull()
  })

  test('[ANN-10] a bid whose words take longer than the pace keeps that time', () => {
    const state = stateAfter(histories.reading(3))
    const at = epochOf(past) + leastReadingMs(state, bidderCode(1))
    expect(at).toBeGreaterThan(epochOf(past) + 3000)
    expect(nextDue(state)?.at).toBe(at)
    given(...histories.reading(3))
      .when(command(2), { at: at - 1 })
      .then()
    given(...histories.reading(3))
      .when(command(2), { at })
      .then(histories.read(2))
  })

  test('[ANN-10] a bid’s time begins again when it is repeated, resumed, or a halted lot is open again', () => {
    const begunAgain: SessionEvent[][] = [
      [event('BidReadAgain', { bidderCode: bidderCode(1), position: 1 })],
      [paused, event('ReadingResumed', {})],
      [event('LotStatusChanged', { lot: 'paused' }), event('LotStatusChanged', { lot: 'open' })],
    ]
    const at = '2026-03-02T01:45:00.000Z'
    for (const events of begunAgain) {
      const state = stateAfter([...histories.reading(20), ...events.map((item) => ({ event: item, at }))])
      expect(nextDue(state)?.at).toBe(epochOf(at) + 20_000)
    }
  })
})

test('[ANN-11] nobody but the server has anything of a bid that has not been read', () => {
  const history = [...undisclosed, event('ReadingStarted', { pace: null }), announced(1), histories.read(1)]
  const state = stateAfter(history)
  for (const role of ['opener', 'bidder', 'supervisor', 'agency', 'tenderer', 'platform'] as const) {
    for (const unitCode of [bidderCode(1), bidderCode(2)]) {
      const seen = JSON.stringify(viewState({ role, unitCode, seesSupervisor: true }, state))
      expect(seen).toContain(figuresOf(1).price)
      expect(seen).not.toContain(figuresOf(2).price)
    }
  }
})

describe('RepeatBid', () => {
  const command: Command = { type: 'RepeatBid', payload: {} }

  test('reads the current bid again', () => {
    given(...histories.reading())
      .when(command)
      .then(event('BidReadAgain', { bidderCode: bidderCode(1), position: 1 }))
  })

  test('[ANN-10] needs a running reading that is not paused', () => {
    given(...histories.announced())
      .when(command)
      .thenRejected('announce-first')
    given(...histories.readToEnd())
      .when(command)
      .thenRejected('reading-ended')
    given(...histories.reading(), paused)
      .when(command)
      .thenRejected('reading-paused')
  })
})

describe('PauseReading', () => {
  const command: Command = { type: 'PauseReading', payload: {} }

  test('pauses once', () => {
    given(...histories.reading())
      .when(command)
      .then(paused)
    given(...histories.reading(), paused)
      .when(command)
      .then()
  })

  test('[ANN-10] needs a running reading', () => {
    given(...histories.announced())
      .when(command)
      .thenRejected('announce-first')
  })
})

describe('ResumeReading', () => {
  const command: Command = { type: 'ResumeReading', payload: {} }

  test('resumes a paused reading', () => {
    given(...histories.reading(), paused)
      .when(command)
      .then(event('ReadingResumed', {}))
    given(...histories.reading())
      .when(command)
      .then()
  })

  test('[ANN-10] needs a running reading', () => {
    given(...histories.readToEnd())
      .when(command)
      .thenRejected('reading-ended')
  })
})

describe('SetReadingPace', () => {
  const command = (pace: number | null): Command => ({ type: 'SetReadingPace', payload: { pace } })

  test('[ANN-8] changes the pace, or leaves it to the opener', () => {
    for (const pace of [30, null]) {
      given(...histories.reading(20))
        .when(command(pace))
        .then(event('ReadingPaceSet', { pace }))
    }
    given(...histories.reading(20))
      .when(command(20))
      .then()
  })

  test('[ANN-8] needs a running reading and a pace within limits', () => {
    given(...histories.announced())
      .when(command(20))
      .thenRejected('announce-first')
    given(...histories.reading())
      .when(command(0))
      .thenRejected('reading-pace-invalid', { minimum: 3, maximum: 300 })
  })
})

describe('FinishReading', () => {
  const command: Command = { type: 'FinishReading', payload: {} }

  test('[ANN-12] ends the reading after the last bid', () => {
    given(...histories.reading(), histories.read(2))
      .when(command)
      .then(finished)
  })

  test('[ANN-12] needs every bid to be read', () => {
    given(...histories.announced())
      .when(command)
      .thenRejected('announce-first')
    given(...histories.reading())
      .when(command)
      .thenRejected('bids-not-read', { count: 1 })
  })
})

describe('CutReadingShort', () => {
  const command = (reason: string): Command => ({ type: 'CutReadingShort', payload: { reason } })

  test('[ANN-12] ends the reading with a reason, and discloses the rest', () => {
    given(...undisclosed, event('ReadingStarted', { pace: null }), announced(1), histories.read(1))
      .when(command('停电'))
      .then(event('ReadingCutShort', { reason: '停电' }), announced(2))
  })

  test('[ANN-12] needs a reason and a running reading', () => {
    given(...histories.reading())
      .when(command(''))
      .thenRejected('reading-reason-missing')
    given(...histories.announced())
      .when(command('停电'))
      .thenRejected('announce-first')
  })
})

describe('CheckRow', () => {
  const command = (answer: 'right' | 'disputed', text = ''): Command => ({
    type: 'CheckRow',
    payload: { answer, text },
  })
  const checked = (answer: 'right' | 'disputed', text = '') =>
    event('RowChecked', { bidderCode: bidderCode(1), answer, text })

  test('[ANN-13] a bidder marks their own row, and may change it', () => {
    given(...histories.announced())
      .when(command('disputed', '工期有误'))
      .then(checked('disputed', '工期有误'))
    given(...histories.announced(), checked('disputed', '工期有误'))
      .when(command('right', '工期有误'))
      .then(checked('right'))
    given(...histories.announced(), checked('right'))
      .when(command('right'))
      .then()
  })

  test('[ANN-13] a bidder whose bid was not opened may check it once it has been read', () => {
    given(...oneFailed, event('ReadingStarted', { pace: null }), announced(1), histories.read(1))
      .when(command('right'), { as: bidder(2) })
      .thenRejected('row-not-announced')
    given(...oneFailed, event('ReadingStarted', { pace: null }), histories.read(1), histories.read(2))
      .when(command('disputed', '已按时解密'), { as: bidder(2) })
      .then(event('RowChecked', { bidderCode: bidderCode(2), answer: 'disputed', text: '已按时解密' }))
  })

  test('[ANN-13] needs an announced row, a text for a dispute, and no confirmation yet', () => {
    given(...undisclosed)
      .when(command('right'))
      .thenRejected('row-not-announced')
    given(...histories.announced())
      .when(command('disputed', ''))
      .thenRejected('dispute-missing')
    given(...histories.confirming())
      .when(command('right'))
      .thenRejected('locked-by-confirmation')
    given(...histories.announced())
      .when(command('right'), { as: bidder(3) })
      .thenRejected('unknown-bidder')
  })

  test('[ANN-13] other bidders do not see it, and the overview stays as it is', () => {
    const before = stateAfter(histories.announced())
    const state = stateAfter([...histories.announced(), checked('disputed', '工期有误')])
    const seen = (role: 'bidder' | 'opener' | 'supervisor', unitCode: string | null) =>
      viewState({ role, unitCode, seesSupervisor: true }, state).bidders[bidderCode(1)]?.rowCheck?.text
    expect(seen('bidder', bidderCode(1))).toBe('工期有误')
    expect(seen('opener', null)).toBe('工期有误')
    expect(seen('supervisor', null)).toBe('工期有误')
    expect(seen('bidder', bidderCode(2))).toBeUndefined()
    expect(overviewHash(state)).toBe(overviewHash(before))
  })
})
