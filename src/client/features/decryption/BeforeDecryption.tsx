import { Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { FailureHint } from '#client/session/FailureHint.tsx'
import { PageTarget } from '#client/session/PageTarget.tsx'
import { SectionStepBar } from '#client/session/SectionStepBar.tsx'
import { TaskList } from '#client/session/tasks/TaskList.tsx'
import { useViewerSide } from '#client/session/use-viewer-side.ts'
import { WaitingRoom } from '#client/session/waiting/WaitingRoom.tsx'
import { useRole, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { flow } from '#domain/session/flow.ts'
import { biddersOf, submitters } from '#domain/submission/bids.ts'
import { BidFilesTable } from './BidFilesTable.tsx'
import { DecryptionCommand } from './DecryptionCommand.tsx'

/**
 * Step 2 until the decryption command (DEC-1): the opener sets the time limit and issues it, everybody else waits.
 * From then on the step is shown on the decryption page (SHL-5).
 */
export function BeforeDecryption() {
  const sessionId = useSessionId()
  const started = useSession(({ state }) => state.decryption !== null)
  if (started) return <Navigate to={`/bid/${sessionId}/declassifiedstatus`} replace />
  return <WaitForDecryption />
}

function WaitForDecryption() {
  const { t } = useTranslation('steps')
  const isOpener = useRole() === 'opener'
  const side = useViewerSide()
  const state = useSession((snapshot) => snapshot.state)
  const bidders = useMemo(() => biddersOf(state), [state])
  const submitted = submitters(state).length
  const entered = state.flow >= flow.opening
  return (
    <>
      <SectionStepBar
        step={t(state.tender?.qualification === 8 ? 'opening.titleQualification' : 'opening.title')}
        sentence={t(`opening.${sentenceOf(isOpener, entered)}`)}
      />
      <Stack gap="5">
        <TaskList step="opening" />
        <FailureHint />
        <WaitingRoom />
        <PageTarget name="command">
          {isOpener && entered && <DecryptionCommand submitted={submitted} />}
        </PageTarget>
        <PageTarget name="progress">
          <Panel
            title={t('opening.files')}
            actions={
              side === 'opener' && (
                <Text color="fg.muted">
                  {t('preparation.bidderCount', { count: bidders.length, submitted })}
                </Text>
              )
            }
          >
            {side === 'bidder' && (
              <Text color="fg.muted" mb="3">
                {t('preparation.ownOnly')}
              </Text>
            )}
            <BidFilesTable bidders={bidders} side={side} />
          </Panel>
        </PageTarget>
      </Stack>
    </>
  )
}

function sentenceOf(isOpener: boolean, entered: boolean): string {
  if (isOpener) return entered ? 'setLimit' : 'notYetOpener'
  return entered ? 'waitCommand' : 'notYetBidder'
}
