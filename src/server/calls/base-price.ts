import { currentCalculation, isBasePriceSaved } from '#domain/base-price/save-check.ts'
import { downloadProblem } from '#domain/documents/offered.ts'
import type { SessionState } from '#domain/session/state.ts'
import { ok } from '#lib/result.ts'
import type { basePriceCalls } from '#protocol/calls/base-price.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { reportDownload } from './filed-report.ts'
import { shownRoundFor } from './round.ts'

/** The base price and its report. */
export function basePriceHandlers(services: Services): Handlers<typeof basePriceCalls> {
  const { clock, reportRenderer } = services
  const { variant } = services.settings
  return {
    async getBaseTotalPrice(context) {
      const round = shownRoundFor(context, context.query.BidStage, variant)
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

    async CreateReport_BaseTotalPrice(context) {
      const { query, login, language } = context
      const round = shownRoundFor(context, query.StageOrd, variant)
      if (!round.ok) return round
      const state = round.value
      if (!state.basePrice?.calculated) return refuse('base-price-not-calculated')
      const options = { language, timeZone: variant.timeZone, now: clock() }
      const key = { kind: 'base-price', format: 'pdf', envelope: state.stage.number, language } as const
      return reportDownload(services, context, {
        key,
        isFinal: isBasePriceSaved(state),
        changedAt: changedAt(state),
        mayRead: downloadProblem(context.session.state, login.actor.role, key, variant) === null,
        again: savedAgain[language],
        make: (preliminary) => reportRenderer.render('base-price', state, { ...options, preliminary }),
      })
    },
  }
}

const savedAgain = { 'zh-CN': '评标基准价重新计算或保存', en: 'The base price was calculated or saved again' }

/** When the base price was calculated or saved last. */
function changedAt({ basePrice }: SessionState): string | null {
  const times = [basePrice?.calculated?.at, basePrice?.saved?.at].flatMap((at) => at ?? [])
  return times.sort().at(-1) ?? null
}
