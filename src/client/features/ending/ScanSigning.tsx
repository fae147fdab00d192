import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import { QrCodePanel } from '#client/session/QrCodePanel.tsx'
import { type QrCalls, useQrCode } from '#client/session/use-qr-code.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import type { SendSignature } from './sign-document.ts'

type SignCode = CallAnswer<'getSignQrImg'>
type SignStatus = CallAnswer<'getSignQrStatus'>

/** Signs with a phone that scans the code (END-25); what it signed is sent as soon as it has, else a new code is shown. */
export function ScanSigning({ onSign }: { onSign: SendSignature }) {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const calls = useMemo(
    (): QrCalls<SignCode, SignStatus> => ({
      load: (signal) => api('getSignQrImg', { session, ...(signal ? { signal } : {}) }),
      status: ({ QRID }, signal) => api('getSignQrStatus', { session, query: { QRID }, signal }),
    }),
    [session],
  )
  const code = useQrCode(calls, async ({ QRID }, { Sign_Result, Sign_Pdf }) => {
    const scanned = { jws: Sign_Result, ...(Sign_Pdf === '' ? {} : { cms: Sign_Pdf }), code: QRID }
    return onSign({ scanned }, '')
  })
  return (
    <QrCodePanel
      code={code}
      texts={{
        picture: t('ending.signing.qrPicture'),
        shown: t('ending.signing.qrHint'),
        scanned: t('ending.signing.qrScanned'),
        confirmed: t('ending.signing.qrConfirmed'),
        refused: t('ending.signing.failed'),
      }}
    />
  )
}
