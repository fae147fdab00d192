import { lastDeclaredFailure } from '#domain/halting/interruption.ts'
import { ok } from '#lib/result.ts'
import { failureApprovals, haltingCalls } from '#protocol/calls/halting.ts'
import type { Language, Sentence } from '#protocol/messages/codes.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { callerOf, submit } from './command.ts'

const issued: Readonly<Record<3 | 4, Sentence>> = {
  4: ['暂停开标下达成功！', 'Pause opening issued successfully'],
  3: ['终止开标下达成功！', 'Stop opening issued successfully'],
}

/** Pauses, stops and declared failures. */
export function haltingHandlers({ authority }: Services): Handlers<typeof haltingCalls> {
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
  }
}

function wordsOf([zh, en]: Sentence, language: Language): string {
  return language === 'en' ? en : zh
}
