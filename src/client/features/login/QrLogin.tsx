import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import { QrCodePanel } from '#client/session/QrCodePanel.tsx'
import { type QrCalls, useQrCode } from '#client/session/use-qr-code.ts'
import type { PersonRole } from '#variants/common-schema.ts'

export type LoginQr = CallAnswer<'getLoginQr'>

interface QrLoginProps {
  readonly role: PersonRole
  /** Resolves with whether the confirmed code logged in; it says itself why not. */
  readonly onConfirmed: (qr: LoginQr) => Promise<boolean>
}

/** Login by QR code (ACC-6, ACC-7): shows the code, polls its status, and replaces it when it expires. */
export function QrLogin({ role, onConfirmed }: QrLoginProps) {
  const { t } = useTranslation('login')
  const calls = useMemo(
    (): QrCalls<LoginQr, CallAnswer<'getLoginQrStatus'>> => ({
      load: (signal) => api('getLoginQr', { query: { role }, ...(signal ? { signal } : {}) }),
      status: ({ QRID }, signal) => api('getLoginQrStatus', { query: { QRID }, signal }),
    }),
    [role],
  )
  const code = useQrCode(calls, onConfirmed)
  return (
    <QrCodePanel
      code={code}
      texts={{
        picture: t('qrPicture'),
        shown: t('qrHint'),
        scanned: t('qrScanned'),
        confirmed: t('qrConfirmed'),
      }}
    />
  )
}
