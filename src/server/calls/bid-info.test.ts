import { expect, test } from 'vitest'
import { pricedState } from '#test/base-price/priced-state.ts'
import { bidInfo } from './bid-info.ts'

test('[DRW-8] GetBidInfo has every drawn parameter as it is saved, and null where nothing is drawn', () => {
  const drawn = {
    ...{ k: '30', j: '0.5', fallRate: '-0.5', benchmarkCoefficient: '0.98', basePriceFactor: '3' },
    ...{ floatingPercentage: '4', k1: '0.95', k2: '0.9', fValue: '0.0808' },
  }
  expect(bidInfo(pricedState({ bids: ['1'], drawn }))).toMatchObject({
    ...{ K: '30', J: '0.5', xiaFuLv: '-0.5', PBBenchmarkPriceCoefficient: '0.98' },
    ...{ basePriceEvalFactor: '3', basePriceFloatingPercentage: '4', k1: '0.95', k2: '0.9' },
    ...{ FValue: '0.0808', aValue: null, aChouQuRen: null, IsTanPan: null, priceType: null },
  })
  expect(bidInfo(pricedState({ bids: ['1'] }))).toMatchObject({ K: null, J: null, xiaFuLv: null })
})

test('[TEN-8] GetBidInfo says whether the price is negotiated, and its form', () => {
  const tender = { evaluation: { negotiated: true, priceType: 2 } }
  expect(bidInfo(pricedState({ bids: ['1'], tender }))).toMatchObject({ IsTanPan: true, priceType: 2 })
})
