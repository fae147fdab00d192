import { figureText } from '#domain/submission/figures.ts'
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
      const amount = (language: 'zh' | 'en') =>
        `${figureText('money', calculation.price)} ${unitIn(language, calculation.unit)}`.trim()
      return [
        `评标基准价计算结果：${amount('zh')}`,
        `The evaluation base price was calculated: ${amount('en')}`,
      ]
    },
  },
  BasePriceSaved: {
    kind: 'step',
    sentence: ({ payload: { price } }) => [
      `评标基准价已保存：${figureText('money', price)}`,
      `The evaluation base price was saved: ${figureText('money', price)}`,
    ],
  },
  ReviewGroupStarted: {
    kind: 'step',
    sentence: () => [
      '评标基准价超过一千万元，已启动报价评审组',
      'The base price exceeds ten million yuan; the quotation review group was started',
    ],
  },
} as const satisfies ProgressRows
