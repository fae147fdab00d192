import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { isPreparing } from '#domain/session/phase.ts'

/** A step's title with the envelope that is being dealt with, in a section with two; preparation and end are of both. */
export function useStepOfEnvelope(): (step: string) => string {
  const { t } = useTranslation('steps')
  const envelope = useSession(({ state }) =>
    state.tender?.envelopes === 2 && !isPreparing(state) && !state.endedAt ? state.stage.number : null,
  )
  return (step) =>
    envelope === null ? step : t('stepOfEnvelope', { envelope: t(`ending.envelope.${envelope}`), step })
}
