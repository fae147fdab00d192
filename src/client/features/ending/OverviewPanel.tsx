import { Textarea } from '@chakra-ui/react'
import { useCallback, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { checkedRows } from '#client/session/checked-rows.ts'
import { OverviewTable } from '#client/session/OverviewTable.tsx'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useViewerSide } from '#client/session/use-viewer-side.ts'
import { useRole, useSend, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { ActButton } from '#client/ui/ActButton.tsx'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { type OverviewRow, roundOfEnvelope } from '#domain/ending/record.ts'
import { bidRemarkLength } from '#domain/ending/remarks.ts'
import { isTableWithheld } from '#domain/evaluation/overview-later.ts'
import { betweenEnvelopes } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { EnvelopeSwitch } from './EnvelopeSwitch.tsx'
import { endingTabs } from './ending-tabs.ts'
import { useDepositStatuses } from './use-deposit-statuses.ts'

/** The overview, with deposits in tenders that ask for them (DEP-4). */
export function OverviewPanel() {
  const { laterSteps } = useVariant()
  const tender = useSession(({ state }) => state.tender)
  return endingTabs(laterSteps, tender, false).includes('deposits') ? <WithDeposits /> : <Overview />
}

function WithDeposits() {
  return <Overview deposits={useDepositStatuses()} />
}

/** The overview and who confirmed it; the opener may edit remarks until the confirmation is issued. */
function Overview({ deposits }: { deposits?: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const role = useRole()
  const isOpener = role === 'opener'
  const side = useViewerSide()
  const own = useOwnBidder()
  const state = useSession((snapshot) => snapshot.state)
  const [chosen, setChosen] = useState<EnvelopeNumber | null>(null)
  const envelope = chosen ?? state.stage.number
  const round = useMemo(() => roundOfEnvelope(state, envelope), [state, envelope])
  const rows = useMemo(() => (round ? checkedRows(round) : []), [round])
  const current = envelope === state.stage.number
  const isLater = isTableWithheld(state, role, envelope, useVariant().laterSteps)
  const remarkAction = useCallback((row: OverviewRow) => <EditRemark row={row} />, [])
  const isFiled = state.documents.some(
    (one) => one.kind === 'overview' && one.envelope === envelope && one.withdrawn === null,
  )
  // Afterwards the table changes no more.
  const hasEnded = state.endedAt !== null || betweenEnvelopes(state) || !current
  const actions = (
    <>
      {!isLater && !isFiled && !hasEnded && (
        <StatusBadge tone="warning">{t('ending.documents.preliminary')}</StatusBadge>
      )}
      {state.tender?.envelopes === 2 && <EnvelopeSwitch shown={envelope} state={state} onShow={setChosen} />}
    </>
  )
  if (isLater) {
    return (
      <Panel title={t('announcement.overview')} actions={actions}>
        <Notice tone="info">{say({ code: 'overview-later' })}</Notice>
      </Panel>
    )
  }
  return (
    <Panel title={t('announcement.overview')} actions={actions}>
      <OverviewTable
        rows={rows}
        tender={state.tender}
        envelope={envelope}
        side={side}
        ownCode={own?.code ?? null}
        confirmation={(round ?? state).confirmation}
        showChecks={side === 'opener'}
        deposits={deposits}
        remarkAction={isOpener && current && state.confirmation === null ? remarkAction : undefined}
      />
    </Panel>
  )
}

function EditRemark({ row }: { row: OverviewRow }) {
  const { t } = useTranslation('steps')
  const send = useSend()
  const [open, setOpen] = useState(false)
  const { register, getValues, reset } = useForm({ defaultValues: { remark: row.remark } })

  function save() {
    const remark = getValues('remark').trim()
    return toastIfRefused(send('RemarkBid', { bidderCode: row.bidderCode, remark }), {
      failed: t('common:changeFailed'),
    })
  }

  return (
    <>
      <ActButton
        size="xs"
        variant="outline"
        onClick={() => {
          reset({ remark: row.remark })
          setOpen(true)
        }}
      >
        {t('ending.remarks.editRow')}
      </ActButton>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('ending.remarks.editRow')}
        confirmLabel={t('common.save')}
        official={false}
        onConfirm={save}
      >
        <Field label={t('ending.remarks.row', { name: row.bidderName })}>
          <Textarea maxLength={bidRemarkLength} rows={3} {...register('remark')} />
        </Field>
      </ConfirmDialog>
    </>
  )
}
