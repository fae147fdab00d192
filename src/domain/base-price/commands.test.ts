import { describe, expect, test } from 'vitest'
import { isoTime } from '#lib/time.ts'
import { given, present, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, minute } from '#test/domain/sample-actors.ts'
import { overviewHash, recordHash } from '../ending/record.ts'
import { statementsOf } from '../ending/statements.ts'
import type { Command } from '../session/command.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { calculateBasePrice } from './calculate.ts'
import { currentCalculation, isBasePriceSaved } from './save-check.ts'

const evaluation = { basePrice: {} }

function announced(changes: Parameters<typeof histories.announced>[0] = {}): SessionEvent[] {
  return histories.announced({ evaluation, ...changes })
}

function calculatedAfter(history: SessionEvent[]): SessionEvent {
  const result = calculateBasePrice(stateAfter(history))
  if (!result.ok) throw new Error(result.error.code)
  return event('BasePriceCalculated', { calculation: result.value })
}

const invalid = event('BidMarked', { bidderCode: bidderCode(1), invalid: true, note: '资格不符' })
const leftOut = event('BasePriceParticipationSet', {
  bidderCode: bidderCode(1),
  takesPart: false,
  reason: '报价存疑',
})
/** The mean of 1,000,001.50 and 1,000,002.50. */
const price = '1000002.00'
const saved = event('BasePriceSaved', { price })

function calculated(changes?: Parameters<typeof histories.announced>[0]): SessionEvent[] {
  const history = announced(changes)
  return [...history, calculatedAfter(history)]
}

/** The signing was ordered without anybody's confirmation. */
function signing(history: SessionEvent[]): SessionEvent[] {
  const record = recordHash(stateAfter(history))
  const deadline = isoTime(present)
  const payload = { limitMinutes: 15, deadline, recordHash: record, statements: null }
  return [...history, event('SigningStarted', payload)]
}

function set(takesPart: boolean, reason = '', n = 1): Command {
  return {
    type: 'SetBasePriceParticipation',
    payload: { bidderCode: bidderCode(n), takesPart, reason },
  }
}

describe('SetBasePriceParticipation', () => {
  test('[BAS-2] leaves a bid out with a reason, and lets it take part again without one', () => {
    given(...announced())
      .when(set(false, '报价存疑'))
      .then(leftOut)
    given(...announced(), leftOut)
      .when(set(true))
      .then(event('BasePriceParticipationSet', { bidderCode: bidderCode(1), takesPart: true, reason: '' }))
  })

  test('[BAS-2] keeps the reasons of both directions, and repeats one that is not given again', () => {
    const back = event('BasePriceParticipationSet', {
      bidderCode: bidderCode(1),
      takesPart: true,
      reason: '已澄清',
    })
    given(...announced(), leftOut, back)
      .when(set(false))
      .then(leftOut)
    expect(stateAfter([...announced(), leftOut, back]).basePrice?.participations).toEqual([
      { bidderCode: bidderCode(1), takesPart: true, joinReason: '已澄清', leaveReason: '报价存疑' },
    ])
  })

  test('changes nothing where it is as asked', () => {
    given(...announced(), leftOut)
      .when(set(false, '报价存疑'))
      .then()
    given(...announced())
      .when(set(true))
      .then()
  })
})

describe('SetBasePriceParticipation, refused', () => {
  test('[BAS-2] needs a reason for what departs from the rule', () => {
    given(...announced())
      .when(set(false))
      .thenRejected('base-price-reason-missing')
    const ceiling = { ceilingPrice: '1', evaluation: { basePrice: { takesPart: 'within-ceiling' as const } } }
    given(...announced(ceiling))
      .when(set(true))
      .thenRejected('base-price-reason-missing')
    given(...announced(ceiling))
      .when(set(true, '控制价有误'))
      .then(
        event('BasePriceParticipationSet', {
          bidderCode: bidderCode(1),
          takesPart: true,
          reason: '控制价有误',
        }),
      )
  })

  test('[BAS-2] is refused for an invalid bid and for one that was not opened', () => {
    given(...announced(), invalid)
      .when(set(true, '重新计入'))
      .thenRejected('base-price-bid-barred')
    given(...announced())
      .when(set(false, '未递交', 3))
      .thenRejected('bid-not-opened')
    given(...announced())
      .when(set(false, '不存在', 9))
      .thenRejected('unknown-bidder')
  })

  test('[BAS-1] is refused without a rule', () => {
    given(...histories.announced())
      .when(set(false, '报价存疑'))
      .thenRejected('base-price-no-rule')
  })

  test('[BAS-5] is refused before the announcement and once signing is ordered', () => {
    given(...histories.opened({ evaluation }))
      .when(set(false, '报价存疑'))
      .thenRejected('announce-first')
    given(...signing(announced()))
      .when(set(false, '报价存疑'))
      .thenRejected('locked-by-signing')
  })
})

const calculate: Command = { type: 'CalculateBasePrice', payload: {} }

describe('CalculateBasePrice', () => {
  test('[BAS-4] [BAS-5] writes the price and its working to the log', () => {
    const calculation = calculatedAfter(announced())
    given(...announced())
      .when(calculate)
      .then(calculation)
    expect(stateAfter([...announced(), calculation]).basePrice?.calculated).toMatchObject({ price })
  })

  test('[BAS-5] changes nothing while the calculated price holds', () => {
    given(...calculated())
      .when(calculate)
      .then()
  })

  test.each([
    ['a change of participation', leftOut],
    ['an invalid mark', invalid],
  ])('[BAS-5] has to be repeated after %s', (_, change) => {
    const history = [...calculated(), change]
    expect(currentCalculation(stateAfter(history))).toBeNull()
    const again = calculatedAfter(history)
    given(...history)
      .when(calculate)
      .then(again)
    expect(currentCalculation(stateAfter([...history, again]))).toMatchObject({ price: '1000002.50' })
  })
})

describe('CalculateBasePrice, refused', () => {
  test('[BAS-5] is refused without a bid, without a rule, before the announcement and once signing is ordered', () => {
    const both = [1, 2].map((n) =>
      event('BidMarked', { bidderCode: bidderCode(n), invalid: true, note: '资格不符' }),
    )
    given(...announced(), ...both)
      .when(calculate)
      .thenRejected('base-price-no-bids')
    given(...histories.announced())
      .when(calculate)
      .thenRejected('base-price-no-rule')
    given(...histories.opened({ evaluation }))
      .when(calculate)
      .thenRejected('announce-first')
    given(...signing(announced()))
      .when(calculate)
      .thenRejected('locked-by-signing')
  })

  test('[BAS-1] is refused while a number of the rule is missing or the price would be negative', () => {
    const by = (factor: { drawn: 'k' } | { fixed: string }) => ({
      evaluation: { basePrice: { steps: [{ kind: 'lower' as const, by: factor }] } },
    })
    given(...announced(by({ drawn: 'k' })))
      .when(calculate)
      .thenRejected('draw-k-missing')
    given(...announced(by({ fixed: '2' })))
      .when(calculate)
      .thenRejected('base-price-negative')
    const blend = { kind: 'blend' as const, weight: { fixed: '0.4' } }
    const history = announced({ evaluation: { basePrice: { steps: [blend] } } })
    const withoutCeiling = history.map((happened) => {
      if (happened.type !== 'TenderPublished') return happened
      const { ceilingPrice: _none, ...tender } = happened.payload.tender
      return event('TenderPublished', { tender })
    })
    given(...withoutCeiling)
      .when(calculate)
      .thenRejected('base-price-ceiling-missing')
  })
})

describe('SaveBasePrice', () => {
  const save = (typed = price): Command => ({ type: 'SaveBasePrice', payload: { price: typed } })

  test('[BAS-6] saves the calculated price, once', () => {
    given(...calculated())
      .when(save())
      .then(saved)
    given(...calculated())
      .when(save('1000002'))
      .then(saved)
    given(...calculated(), saved)
      .when(save())
      .then()
    expect(isBasePriceSaved(stateAfter([...calculated(), saved]))).toBe(true)
  })

  test('[BAS-6] refuses what is no amount, has three decimals or is another price', () => {
    for (const typed of ['', '-1', 'abc', '1e9'])
      given(...calculated())
        .when(save(typed))
        .thenRejected('amount-not-positive')
    given(...calculated())
      .when(save('1000002.001'))
      .thenRejected('amount-decimals')
    given(...calculated())
      .when(save('1000002.01'))
      .thenRejected('base-price-differs')
  })

  test('[BAS-5] [BAS-6] refuses a price that is not calculated or does not hold any more', () => {
    given(...announced())
      .when(save())
      .thenRejected('base-price-not-calculated')
    given(...calculated(), leftOut)
      .when(save())
      .thenRejected('base-price-not-calculated')
  })

  test('[BAS-6] is refused without a rule, before the announcement and once signing is ordered', () => {
    given(...histories.announced())
      .when(save())
      .thenRejected('base-price-no-rule')
    given(...histories.opened({ evaluation }))
      .when(save())
      .thenRejected('announce-first')
    given(...signing(calculated()))
      .when(save())
      .thenRejected('locked-by-signing')
  })

  test('[BAS-10] starts the quotation review group once', () => {
    const high = {
      evaluation: {
        basePriceMethod: 3,
        basePrice: { steps: [{ kind: 'multiply' as const, by: { fixed: '11' } }] },
      },
    }
    const started = event('ReviewGroupStarted', { price: '11000022.00' })
    const savedHigh = event('BasePriceSaved', { price: '11000022.00' })
    given(...calculated(high))
      .when(save('11000022.00'))
      .then(savedHigh, started)
    const history = [...calculated(high), savedHigh, started, leftOut]
    given(...history, calculatedAfter(history))
      .when(save('11000027.50'))
      .then(event('BasePriceSaved', { price: '11000027.50' }))
  })
})

describe('EnterEnd', () => {
  const command: Command = { type: 'EnterEnd', payload: {} }
  const rules = { basePriceMustBeSaved: true }
  const entered = event('EndEntered', {})
  const read = event('ReadingCutShort', { reason: '停电' })

  test('[BAS-7] is refused until the calculated base price is saved', () => {
    given(...announced(), read)
      .when(command, { rules })
      .thenRejected('base-price-not-saved')
    given(...calculated(), read)
      .when(command, { rules })
      .thenRejected('base-price-not-saved')
    given(...calculated(), read, saved)
      .when(command, { rules })
      .then(entered)
    given(...calculated(), read, saved, leftOut)
      .when(command, { rules })
      .thenRejected('base-price-not-saved')
  })

  test('[BAS-7] [ANN-11] is refused while the prices are not public, also with a reason to cut the reading short', () => {
    const undisclosed = announced().filter(({ type }) => type !== 'BidAnnounced')
    given(...undisclosed)
      .when({ type: 'EnterEnd', payload: { cutShortReason: '停电' } }, { rules })
      .thenRejected('base-price-not-saved')
  })

  test('[BAS-7] needs no base price in other regions, without a rule and where none can be calculated', () => {
    given(...announced(), read)
      .when(command)
      .then(entered)
    given(...histories.announced(), read)
      .when(command, { rules })
      .then(entered)
    const both = [1, 2].map((n) =>
      event('BidMarked', { bidderCode: bidderCode(n), invalid: true, note: '资格不符' }),
    )
    given(...announced(), read, ...both)
      .when(command, { rules })
      .then(entered)
  })
})

describe('StartConfirmation and StartSigning', () => {
  const rules = { basePriceMustBeSaved: true }
  const deadline = isoTime(present + 10 * minute)
  const atEnd = [
    ...calculated(),
    saved,
    event('ReadingCutShort', { reason: '停电' }),
    event('EndEntered', {}),
  ]
  const started = (history: SessionEvent[]) =>
    event('ConfirmationStarted', {
      ...{ limitMinutes: 10, deadline },
      overviewHash: overviewHash(stateAfter(history)),
    })
  const lapsed = [...atEnd, leftOut]

  test('[BAS-7] the confirmation waits for a saved base price that holds', () => {
    const command: Command = { type: 'StartConfirmation', payload: { limitMinutes: 10 } }
    given(...lapsed)
      .when(command, { rules })
      .thenRejected('base-price-not-saved')
    given(...lapsed)
      .when(command)
      .then(started(lapsed))
    given(...atEnd)
      .when(command, { rules })
      .then(started(atEnd))
  })

  test('[BAS-7] the signing waits for it, too', () => {
    const command: Command = { type: 'StartSigning', payload: { limitMinutes: 10 } }
    const confirmed = (history: SessionEvent[]) => [
      ...history,
      started(history),
      event('ConfirmationClosed', { unconfirmed: [] }),
    ]
    given(...confirmed(lapsed))
      .when(command, { rules })
      .thenRejected('base-price-not-saved')
    const before = confirmed(atEnd)
    const recordHashed = recordHash(stateAfter(before))
    const statements = statementsOf(stateAfter(before))
    given(...before)
      .when(command, { rules })
      .then(event('SigningStarted', { limitMinutes: 10, deadline, recordHash: recordHashed, statements }))
  })
})
