import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useRole, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { toast } from '#client/ui/Toast.tsx'
import {
  type DocumentFormat,
  documentFormats,
  type ReportKind,
  versionsOf,
} from '#domain/documents/document.ts'
import { onceOpening } from '#domain/session/roles-and-statuses.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

const calls = {
  'sign-in': 'createSignInReport',
  certificates: 'createCaReport',
  deposits: 'DownloadTouBiaoBaoZhengJinReport',
  'unit-prices': 'ztbqdReport',
} as const satisfies Partial<Record<ReportKind, string>>

interface MakeSheetProps {
  readonly kind: keyof typeof calls
  /** Without it the current one. */
  readonly envelope?: EnvelopeNumber
}

/** The opener makes a sheet as PDF and as Excel, and again with a reason (REP-5, REP-14); they are listed under reports. */
export function MakeSheet(props: MakeSheetProps) {
  const isOpener = useRole() === 'opener'
  const isOpen = useSession(({ state }) => onceOpening.includes(state.status))
  if (!isOpener || !isOpen) return null
  return (
    <>
      {documentFormats.map((format) => (
        <MakeFormat key={format} {...props} format={format} />
      ))}
    </>
  )
}

function MakeFormat({ kind, envelope, format }: MakeSheetProps & { readonly format: DocumentFormat }) {
  const { t, i18n } = useTranslation('steps')
  const session = useSessionId()
  const language = i18n.language === 'en' ? 'en' : 'zh-CN'
  const isMade = useSession(({ state }) => {
    const key = { kind, format, envelope: envelope ?? state.stage.number, language } as const
    // A version that was taken out of the list counts: another needs a reason, too.
    return versionsOf(state, key).length > 0
  })
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)

  async function make(Remarks: string): Promise<boolean> {
    setBusy(true)
    const query = { Remarks, format }
    const answer =
      kind === 'unit-prices'
        ? await api(calls[kind], {
            session,
            query: { ...query, Reprint: Remarks !== '', ...(envelope && { BidStage: envelope }) },
          })
        : await api(calls[kind], { session, query })
    setBusy(false)
    if (!answer.ok) toast.error(answer.error.message, answer.error.code)
    else if (!answer.value.Result) toast.error(answer.value.ResultMessage)
    else toast.success(t('ending.sheet.made'))
    return answer.ok
  }

  const name = format === 'pdf' ? 'PDF' : 'Excel'
  const again = t('ending.sheet.again', { name })
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        loading={busy}
        onClick={() => (isMade ? setAsking(true) : void make(''))}
      >
        {isMade ? again : t('ending.sheet.make', { name })}
      </Button>
      <ReasonDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={again}
        body={t('ending.sheet.againBody')}
        confirmLabel={again}
        missing="regeneration-reason-missing"
        onConfirm={make}
      />
    </>
  )
}
