import { currentCalculation, isBasePriceSaved } from '#domain/base-price/save-check.ts'
import { ok } from '#lib/result.ts'
import type { basePriceCalls } from '#protocol/calls/base-price.ts'
import { refuse } from '../refusal.ts'
import { basePriceReportTexts } from '../reports/base-price-texts.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { roundFor } from './round.ts'

/** The base price and its report. */
export function basePriceHandlers({
  clock,
  reportRenderer,
  settings,
}: Services): Handlers<typeof basePriceCalls> {
  return {
    async getBaseTotalPrice({ query, session }) {
      const round = roundFor(session.state, query.BidStage)
      if (!round.ok) return round
      const { basePrice, seq } = round.value
      const { at: _at, ...calculation } = basePrice?.calculated ?? { at: null }
      return ok({
        BaseTotalPrice: basePrice?.saved?.price ?? null,
        isCurrent: currentCalculation(round.value) !== null,
        isSaved: isBasePriceSaved(round.value),
        calculation: 'price' in calculation ? calculation : null,
        isEnableQuotationReviewGroup: basePrice?.reviewGroup != null,
        seq,
      })
    },

    async CreateReport_BaseTotalPrice({ query, session, language }) {
      const round = roundFor(session.state, query.StageOrd)
      if (!round.ok) return round
      if (!round.value.basePrice?.calculated) return refuse('base-price-not-calculated')
      const { timeZone } = settings.variant
      const options = { language, timeZone, now: clock() }
      const made = await reportRenderer.render('base-price', round.value, options)
      if (!made.ok) return made
      const fileName = `${round.value.tender?.sectionCode ?? 'section'}-${basePriceReportTexts[language].title}.pdf`
      return ok({ fileName, mediaType: 'application/pdf', content: made.value })
    },
  }
}
