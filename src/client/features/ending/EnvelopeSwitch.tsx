import { Flex } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { ChoiceButton } from '#client/ui/ChoiceButton.tsx'
import { roundOfEnvelope } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'

interface EnvelopeSwitchProps {
  readonly shown: EnvelopeNumber
  readonly state: SessionState
  readonly onShow: (envelope: EnvelopeNumber) => void
}

/** Chooses which of two envelopes is shown (END-14); the second is enabled once it has been called. */
export function EnvelopeSwitch({ shown, state, onShow }: EnvelopeSwitchProps) {
  const { t } = useTranslation('steps')
  return (
    <Flex gap="2" wrap="wrap" role="group" aria-label={t('ending.envelope.label')}>
      {([1, 2] as const).map((envelope) => (
        <ChoiceButton
          key={envelope}
          isChosen={envelope === shown}
          disabled={roundOfEnvelope(state, envelope) === null}
          onClick={() => onShow(envelope)}
        >
          {t(`ending.envelope.${envelope}`)}
        </ChoiceButton>
      ))}
    </Flex>
  )
}
