import { Stack } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ProlongedNote } from '#client/session/ProlongedNote.tsx'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useRole, useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { overviewHash } from '#domain/ending/record.ts'
import { flow } from '#domain/session/flow.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { participants, takesPart } from '#domain/submission/bids.ts'
import { ConfirmExpired, EndConfirmation } from './EndConfirmation.tsx'
import { countsOf } from './ending-phase.ts'
import { SignWithCertificate } from './SignWithCertificate.tsx'
import { signOverview } from './sign-document.ts'
import { WindowCommand } from './WindowCommand.tsx'

/** The overview's confirmation: issued by the opener, signed by each bidder before its deadline (END-2, END-3). */
export function ConfirmationPanel() {
  const { t } = useTranslation('steps')
  const isOpener = useRole() === 'opener'
  const own = useOwnBidder()
  const state = useSession((snapshot) => snapshot.state)
  const { total, confirmed } = countsOf(state)
  const { confirmation } = state
  const open = confirmation !== null && !confirmation.closed
  const ended = confirmation?.ended
  const closedText = ended
    ? t('ending.confirmation.endedEarly', { reason: ended.reason })
    : t('ending.confirmation.closed')
  return (
    <Panel title={t('ending.confirmation.title')}>
      <Stack gap="4">
        {confirmation && <Progress label={t('ending.confirmation.list')} done={confirmed} total={total} />}
        <ProlongedNote window={confirmation} />
        {isOpener && !confirmation && state.flow >= flow.end && <IssueConfirmation />}
        {!isOpener && !confirmation && <Notice tone="info">{t('ending.confirmation.notIssued')}</Notice>}
        {confirmation?.closed && <Notice tone="done">{closedText}</Notice>}
        {isOpener && open && <EndConfirmation />}
        {isOpener && confirmation?.closed && <ConfirmExpired />}
        {own && takesPart(state, own) && <OwnConfirmation own={own} open={open} />}
      </Stack>
    </Panel>
  )
}

function IssueConfirmation() {
  const { t, i18n } = useTranslation('steps')
  const { rules } = useVariant()
  const send = useSend()
  const count = useSession(({ state }) => participants(state).length)
  const rest = t(rules.autoConfirm ? 'ending.confirmation.auto' : 'ending.confirmation.notAuto')
  const space = i18n.language === 'en' ? ' ' : ''
  return (
    <WindowCommand
      name="confirmation"
      label={t('ending.confirmation.start')}
      limitLabel={t('ending.confirmation.limit')}
      defaultMinutes={rules.defaultConfirmationMinutes}
      body={(minutes) => `${t('ending.confirmation.startBody', { count, minutes })}${space}${rest}`}
      onIssue={(limitMinutes) =>
        toastIfRefused(send('StartConfirmation', { limitMinutes }), { failed: t('common:operationFailed') })
      }
    />
  )
}

function OwnConfirmation({ own, open }: { own: BidderState; open: boolean }) {
  const { t } = useTranslation('steps')
  const send = useSend()
  const session = useSessionId()
  const state = useSession((snapshot) => snapshot.state)
  const hash = useMemo(() => overviewHash(state), [state])
  if (own.confirmed !== 'no') {
    return <Notice tone="done">{t(`overview.confirmedBy.${own.confirmed}`)}</Notice>
  }
  if (!open) return null
  return (
    <Stack gap="4">
      <DescriptionList items={[{ label: t('ending.confirmation.hash'), value: hash, mono: true }]} />
      <SignWithCertificate
        unitCode={own.code}
        help={t('ending.confirmation.helpBidder')}
        label={t('ending.confirmation.confirmAct')}
        body={(name) => t('ending.confirmation.confirmBody', { name })}
        onSign={async (certificate) =>
          toastIfRefused(send('ConfirmOverview', { jws: await signOverview(certificate, session, state) }), {
            failed: t('ending.confirmation.failed'),
          })
        }
      />
    </Stack>
  )
}
