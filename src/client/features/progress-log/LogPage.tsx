import { Box } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { BackToStep } from '#client/session/BackToStep.tsx'
import { DeadlineCountdown } from '#client/session/DeadlineCountdown.tsx'
import { useStepTitle } from '#client/session/step-title.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useSession } from '#client/store/session-provider.tsx'
import { StepBar } from '#client/ui/StepBar.tsx'
import { currentWindow } from '#domain/session/current-window.ts'
import { sessionStep } from '#domain/session/under-way.ts'
import { LogActions } from './LogActions.tsx'
import { LogView } from './LogView.tsx'

/** The progress log as a screen of its own, for supervisors. */
export function LogPage() {
  const { t } = useTranslation('shell')
  const state = useSession((snapshot) => snapshot.state)
  const stepTitle = useStepTitle()
  const window = currentWindow(state, useOwnBidder())
  return (
    <>
      <StepBar
        step={t('logTitle')}
        sentence={t(state.status === 'opened' ? 'logPageEnded' : 'logPageNow', {
          step: stepTitle(sessionStep(state), state),
        })}
        countdown={
          window && <DeadlineCountdown deadline={window.deadline} label={t(`deadline_${window.name}`)} />
        }
        action={<BackToStep />}
      />
      <Box
        bg="bg.panel"
        borderWidth="1px"
        rounded="lg"
        pt="3"
        display="flex"
        flexDirection="column"
        maxH={{
          lg: 'max(26rem, calc(100dvh - var(--kb-bar-height, 0px) - var(--kb-caption-height, 0px) - 2.5rem))',
        }}
      >
        <LogView detailed maxHeight={{ base: '60dvh', lg: 'none' }} />
        <LogActions />
      </Box>
    </>
  )
}
