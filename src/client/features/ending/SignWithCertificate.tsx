import { Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { CertificateForm, useOwnCertificate } from '#client/certificates/CertificateForm.tsx'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { toast } from '#client/ui/Toast.tsx'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

interface SignWithCertificateProps {
  readonly unitCode: string
  /** Explains what the signature means. */
  readonly help: string
  readonly label: string
  /** The confirm dialog's text; `name` is the certificate's holder. */
  readonly body: (name: string) => string
  /** Resolves with false when refused. */
  readonly onSign: (certificate: CertificateHelper) => Promise<boolean>
}

/** Signs as a bidder: chooses the bidder's own certificate, then signs after a confirm dialog. */
export function SignWithCertificate({ unitCode, help, label, body, onSign }: SignWithCertificateProps) {
  const { t } = useTranslation('steps')
  const certificate = useOwnCertificate(unitCode)
  const enrolled = useOwnBidder()?.certificate ?? null

  /** Signing fails when a USB key was removed after it was opened. */
  async function sign(helper: CertificateHelper): Promise<boolean> {
    try {
      return await onSign(helper)
    } catch {
      toast.error(t('certificate.signFailed'))
      return false
    }
  }

  return (
    <Stack gap="4" maxW="42rem">
      <Text>{help}</Text>
      <CertificateForm unitCode={unitCode} enrolled={enrolled} />
      {certificate && (
        <OfficialActButton label={label} whom={certificate.name} onConfirm={() => sign(certificate.helper)}>
          {body(certificate.name)}
        </OfficialActButton>
      )}
    </Stack>
  )
}
