import { Box, Button } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { Bar } from '#client/ui/Bar.tsx'
import { BarCountdown } from '#client/ui/session/BarCountdown.tsx'
import { useOwnBidder } from '#client/ui/session/own-bidder.ts'
import { LogActions } from './LogActions.tsx'
import { LogView } from './LogView.tsx'
import { currentWindow, sessionStep, stepTitle } from './step-rules.ts'

/** The progress log on a screen of its own, for those who watch. */
export function LogPage() {
  const { t } = useTranslation('shell')
  const sessionId = useSessionId()
  const state = useSession((snapshot) => snapshot.state)
  const step = sessionStep(state)
  const window = currentWindow(state, useOwnBidder())
  return (
    <>
      <Bar
        step={t('logTitle')}
        sentence={t(state.status === 'opened' ? 'logPageEnded' : 'logPageNow', {
          step: t(stepTitle(step, state)),
        })}
        countdown={window && <BarCountdown deadline={window.deadline} label={t(`deadline_${window.name}`)} />}
        action={
          <Button asChild variant="outline">
            <Link to={`/bid/${sessionId}`}>{t('logBack')}</Link>
          </Button>
        }
      />
      <Box bg="bg.panel" borderWidth="1px" rounded="lg" pt="3" display="flex" flexDirection="column">
        <LogView
          detailed
          maxHeight={{
            base: '60dvh',
            lg: 'max(20rem, calc(100dvh - var(--kb-bar-height, 0px) - var(--kb-caption-height, 0px) - 9rem))',
          }}
        />
        <LogActions />
      </Box>
    </>
  )
}
