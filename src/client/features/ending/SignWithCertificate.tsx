import { Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { CertificateForm, useOwnCertificate } from '#client/certificates/CertificateForm.tsx'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { toast } from '#client/ui/Toast.tsx'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

interface SignWithProps {
  readonly unitCode: string
  /** What it means to sign here. */
  readonly help: string
  readonly label: string
  /** Of the certificate's holder. */
  readonly body: (name: string) => string
  /** False when it was refused. */
  readonly onSign: (certificate: CertificateHelper) => Promise<boolean>
}

/** A bidder's signature: first the certificate, which has to be their own, then the act with its dialog. */
export function SignWithCertificate({ unitCode, help, label, body, onSign }: SignWithProps) {
  const { t } = useTranslation('steps')
  const certificate = useOwnCertificate(unitCode)
  const enrolled = useOwnBidder()?.certificate ?? null

  /** A key in hardware may have been pulled out since it was opened. */
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
