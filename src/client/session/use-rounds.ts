import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { roundOfEnvelope } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import { envelopeName } from '#protocol/document-names.ts'

/** An envelope's opening; one that is over can be read only. */
export interface Round {
  readonly round: SessionState
  /** In brackets; empty where the tender is opened once. */
  readonly suffix: string
  readonly isOver: boolean
}

/** The openings of the envelopes so far, the newest first. */
export function useRounds(): readonly Round[] {
  const { i18n } = useTranslation()
  const language = i18n.language === 'en' ? 'en' : 'zh-CN'
  const state = useSession((snapshot) => snapshot.state)
  return useMemo(() => {
    const earlier = state.first ? roundOfEnvelope(state, 1) : null
    const rounds = earlier ? [state, earlier] : [state]
    return rounds.map((round): Round => {
      const name = envelopeName(state.tender, round === state ? state.stage.number : 1, language)
      const brackets = language === 'en' ? ` (${name})` : `（${name}）`
      return { round, suffix: name && brackets, isOver: round !== state }
    })
  }, [state, language])
}
