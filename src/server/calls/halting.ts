import { downloadProblem } from '#domain/documents/offered.ts'
import { failuresOf, lastDeclaredFailure } from '#domain/halting/interruption.ts'
import { ok } from '#lib/result.ts'
import { failureApprovals, haltingCalls } from '#protocol/calls/halting.ts'
import type { Language, Sentence } from '#protocol/messages/codes.ts'
import { refuse } from '../refusal.ts'
import { failureSheet } from '../reports/failure-sheet.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { callerOf, submit } from './command.ts'
import { reportDownload } from './filed-report.ts'

const issued: Readonly<Record<3 | 4, Sentence>> = {
  4: ['暂停开标下达成功！', 'Pause opening issued successfully'],
  3: ['终止开标下达成功！', 'Stop opening issued successfully'],
}

/** Pauses, stops and declared failures. */
export function haltingHandlers(services: Services): Handlers<typeof haltingCalls> {
  const { authority, clock, reportRenderer, settings } = services
  return {
    async StopKB(context) {
      const { body, language } = context
      const wire = haltingCalls.StopKB.command.toCommand(body, callerOf(context))
      if (!wire.ok) return wire
      const result = await submit(authority, context, wire.value)
      if (!result.ok) return result
      const { BDZHUANGTAI } = body
      const ResultMessage = wordsOf(issued[BDZHUANGTAI], language)
      return ok({ Result: true, ResultMessage, BDZHUANGTAI, seq: result.value.seq })
    },

    async getLiuBiaoShenPiZhuangTai({ session: { state } }) {
      const declared = lastDeclaredFailure(state)
      const decision = declared?.failure.decision ?? null
      const standing = decision ? (decision.approved ? 'approved' : 'refused') : 'pending'
      return ok({
        ShenPiZhuangTai: failureApprovals[declared ? standing : 'none'],
        LiuBiaoYuanYin: declared?.reason ?? '',
        Noter: declared?.recorder ?? '',
        Agent: declared?.failure.agent ?? '',
        XiaDaRen: declared?.name ?? '',
        XiaDaShiJian: declared?.at ?? null,
        ShenPiYiJian: decision?.reason ?? '',
        ShenPiShiJian: decision?.at ?? null,
        seq: state.seq,
      })
    },

    async CreateLiuBiaoReport(context) {
      const { session, login, language } = context
      const { state } = session
      const last = failuresOf(state).at(-1)
      if (!last) return refuse('failure-not-declared')
      const options = { language, timeZone: settings.variant.timeZone, now: clock() }
      const key = { kind: 'failure', format: 'pdf', envelope: state.stage.number, language } as const
      return reportDownload(services, context, {
        key,
        isFinal: state.lot === 'failed',
        changedAt: last.failure?.decision?.at ?? last.at,
        mayRead: downloadProblem(state, login.actor.role, key, settings.variant) === null,
        again: failedAgain[language],
        make: (preliminary) =>
          reportRenderer.render('sheet', failureSheet(state, options), { ...options, preliminary }),
      })
    },
  }
}

const failedAgain = { 'zh-CN': '标段再次流标', en: 'The section has failed again' }

function wordsOf([zh, en]: Sentence, language: Language): string {
  return language === 'en' ? en : zh
}
