import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useSend, useSessionId } from '#client/store/session-provider.tsx'
import { toast } from '#client/ui/Toast.tsx'
import type { SessionState } from '#domain/session/state.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { type RecordSignature, type SendSignature, signRecord } from './sign-document.ts'

/** Signs the record of a round, or takes a phone's signature, and sends it. */
export function useSendSignature(round: SessionState): SendSignature {
  const { t } = useTranslation('steps')
  const send = useSend()
  const session = useSessionId()

  /** Null, with a message, where nothing could be signed: the PDF differs, or a USB key was removed. */
  async function signedHere(certificate: CertificateHelper): Promise<RecordSignature | null> {
    try {
      const signed = await signRecord(certificate, session, round, async (fileId) => {
        const found = await api('getReportFile', { session, query: { fileId, toSign: true } })
        return found.ok ? found.value : null
      })
      if (signed === null) toast.error(t('ending.signing.pdfMissing'))
      return signed
    } catch {
      toast.error(t('certificate.signFailed'))
      return null
    }
  }

  return async (by, person) => {
    const signature = 'scanned' in by ? by.scanned : await signedHere(by.certificate)
    if (signature === null) return false
    const payload = { ...signature, ...(person === '' ? {} : { signer: person }) }
    const sent = await toastIfRefused(send('SignRecord', payload), { failed: t('ending.signing.failed') })
    if (sent) toast.success(t('ending.signing.success'))
    return sent
  }
}
