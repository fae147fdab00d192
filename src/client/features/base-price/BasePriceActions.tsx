import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useRole, useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useDownload } from '#client/ui/use-download.ts'
import { amountText } from '#domain/submission/figures.ts'
import type { BasePriceView } from './base-price-of.ts'

/** The opener's acts, and for everybody the report of a calculated base price. */
export function BasePriceActions({ view }: { view: BasePriceView }) {
  const isOpener = useRole() === 'opener'
  return (
    <>
      {view.calculation && <ReportButton />}
      {isOpener && !view.isLocked && <OpenerActs view={view} />}
    </>
  )
}

function OpenerActs({ view: { status, calculation, unit } }: { view: BasePriceView }) {
  const { t } = useTranslation('base-price')
  const send = useSend()
  const [busy, setBusy] = useState(false)
  const failed = { failed: t('common:operationFailed') }

  async function calculate() {
    setBusy(true)
    await toastIfRefused(send('CalculateBasePrice', {}), failed)
    setBusy(false)
  }

  async function save(price: string) {
    const done = await toastIfRefused(send('SaveBasePrice', { price }), failed)
    if (done) toast.success(t('savedToast'))
    return done
  }

  return (
    <>
      {(status === 'not-yet' || status === 'stale') && (
        <Button onClick={calculate} loading={busy} loadingText={t('common:working')}>
          {t(calculation ? 'recalculate' : 'calculate')}
        </Button>
      )}
      {status === 'unsaved' && calculation && (
        <OfficialActButton label={t('save')} undo={t('saveUndo')} onConfirm={() => save(calculation.price)}>
          {t('saveBody', { price: amountText(calculation.price, unit) })}
        </OfficialActButton>
      )}
    </>
  )
}

function ReportButton() {
  const { t } = useTranslation('base-price')
  const session = useSessionId()
  const section = useSession(({ state }) => state.tender?.sectionCode ?? '')
  const { busy, download } = useDownload()
  const load = () => api('CreateReport_BaseTotalPrice', { session })
  return (
    <Button
      variant="outline"
      loading={busy}
      loadingText={t('common:working')}
      onClick={() => download(load, `${section}-${t('reportName')}.pdf`)}
    >
      <DownloadIcon />
      {t('report')}
    </Button>
  )
}
