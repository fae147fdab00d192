import { Stack } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { DisputesNote } from '#client/session/DisputesNote.tsx'
import { ProlongedNote } from '#client/session/ProlongedNote.tsx'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useRole, useSend, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { useSentences } from '#client/ui/use-sentences.ts'
import { flow } from '#domain/session/flow.ts'
import { ConfirmExpired, EndConfirmation } from './EndConfirmation.tsx'
import { confirmedOf } from './ending-phase.ts'
import { WindowCommand } from './WindowCommand.tsx'

/** The overview's confirmation: issued by the opener, and how many have confirmed (END-2, END-3). */
export function ConfirmationPanel() {
  const { t } = useTranslation('steps')
  const isOpener = useRole() === 'opener'
  const state = useSession((snapshot) => snapshot.state)
  const { total, done } = confirmedOf(state)
  const { confirmation } = state
  const open = confirmation !== null && !confirmation.closed
  const ended = confirmation?.ended
  const closedText = ended
    ? t('ending.confirmation.endedEarly', { reason: ended.reason })
    : t('ending.confirmation.closed')
  return (
    <Panel title={t('ending.confirmation.title')}>
      <Stack gap="4">
        {confirmation && (
          <Progress label={t('ending.confirmation.list')} {...{ done, total }} isOver={!open} />
        )}
        <ProlongedNote window={confirmation} />
        {isOpener && !confirmation && state.flow >= flow.end && <IssueConfirmation />}
        {!isOpener && !confirmation && <Notice tone="info">{t('ending.confirmation.notIssued')}</Notice>}
        {confirmation?.closed && <Notice tone="done">{closedText}</Notice>}
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
  const count = useSession(({ state }) => confirmedOf(state).total)
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
