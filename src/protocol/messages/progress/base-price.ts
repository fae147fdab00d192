import { priceColumn } from '#domain/base-price/rule-columns.ts'
import { amountText } from '#domain/submission/figures.ts'
import { unitIn } from '#domain/tender/units.ts'
import type { ProgressRows } from './row.ts'

export const basePriceProgress = {
  BasePriceParticipationSet: {
    kind: 'bidder',
    sentence({ payload: { bidderCode, takesPart, reason } }, { nameOf }) {
      const name = nameOf(bidderCode)
      const [because, why] = reason ? [`：${reason}`, `: ${reason}`] : ['', '']
      return takesPart
        ? [`${name}参与评标基准价计算${because}`, `${name} takes part in the base price${why}`]
        : [`${name}不参与评标基准价计算${because}`, `${name} takes no part in the base price${why}`]
    },
  },
  BasePriceCalculated: {
    kind: 'step',
    sentence({ payload: { calculation } }) {
      const { price, unit } = calculation
      return [
        `评标基准价计算结果：${amountText(price, unit)}`,
        `The evaluation base price was calculated: ${amountText(price, unitIn('en', unit))}`,
      ]
    },
  },
  BasePriceSaved: {
    kind: 'step',
    sentence({ payload: { price } }, { tender }) {
      const shown = tender()
      const unit = (shown && priceColumn(shown, shown.evaluation?.basePrice ?? {})?.unit) ?? ''
      return [
        `评标基准价已保存：${amountText(price, unit)}`,
        `The evaluation base price was saved: ${amountText(price, unitIn('en', unit))}`,
      ]
    },
  },
  ReviewGroupStarted: {
    kind: 'step',
    sentence: () => [
      '评标基准价超过一千万元，已启动报价评审组',
      'The base price exceeds ten million yuan; the quotation review group was started',
    ],
  },
} as const satisfies ProgressRows
