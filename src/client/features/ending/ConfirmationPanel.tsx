import { Stack } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { DisputesNote } from '#client/session/DisputesNote.tsx'
import { ProlongedNote } from '#client/session/ProlongedNote.tsx'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useRole, useSend, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { useSentences } from '#client/ui/use-sentences.ts'
import { confirmationCount } from '#domain/ending/asked.ts'
import { flow } from '#domain/session/flow.ts'
import { ConfirmExpired, EndConfirmation } from './EndConfirmation.tsx'
import { useClosedText } from './use-closed-text.ts'
import { WindowCommand } from './WindowCommand.tsx'

/**
 * The overview's confirmation: issued by the opener, how many have confirmed, and how it was closed (END-2, END-3, END-20).
 * A bidder reads in the bar and in the waiting room that it is not issued yet, or that they are not asked (END-31).
 */
export function ConfirmationPanel() {
  const { t } = useTranslation('steps')
  const isOpener = useRole() === 'opener'
  const state = useSession((snapshot) => snapshot.state)
  const own = useOwnBidder()
  const closedText = useClosedText()
  const count = confirmationCount(state)
  const { confirmation } = state
  const open = confirmation !== null && !confirmation.closed
  if (!confirmation && own) return null
  return (
    <Panel title={t('ending.confirmation.title')}>
      <Stack gap="4">
        {confirmation && count.total > 0 && (
          <Progress
            label={t('ending.confirmation.list')}
            done={count.done}
            total={count.total}
            isOver={!open}
            {...(count.automatic > 0 && { says: t('ending.confirmation.sum', { ...count }) })}
          />
        )}
        <ProlongedNote window={confirmation} />
        {isOpener && !confirmation && state.flow >= flow.end && <IssueConfirmation />}
        {!isOpener && !confirmation && <Notice tone="info">{t('ending.confirmation.notIssued')}</Notice>}
        {confirmation?.closed && <Notice tone="done">{closedText(state)}</Notice>}
        {isOpener && open && <EndConfirmation />}
        {isOpener && confirmation?.closed && <ConfirmExpired />}
      </Stack>
    </Panel>
  )
}

function IssueConfirmation() {
  const { t } = useTranslation('steps')
  const sentences = useSentences()
  const { rules } = useVariant()
  const send = useSend()
  const count = useSession(({ state }) => confirmationCount(state).total)
  const rest = t(rules.autoConfirm ? 'ending.confirmation.auto' : 'ending.confirmation.notAuto')
  return (
    <>
      <DisputesNote />
      <WindowCommand
        name="confirmation"
        isNext
        label={t('ending.confirmation.start')}
        limitLabel={t('ending.confirmation.limit')}
        defaultMinutes={rules.defaultConfirmationMinutes}
        body={(minutes) => sentences(t('ending.confirmation.startBody', { count, minutes }), rest)}
        onIssue={(limitMinutes) =>
          toastIfRefused(send('StartConfirmation', { limitMinutes }), { failed: t('common:operationFailed') })
        }
      />
    </>
  )
}
