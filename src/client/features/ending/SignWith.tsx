import { Stack, Text } from '@chakra-ui/react'
import { ActButton } from '#client/ui/session/ActButton.tsx'
import { CertificateForm, useOwnCertificate } from '#client/ui/session/CertificateForm.tsx'
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
export function SignWith({ unitCode, help, label, body, onSign }: SignWithProps) {
  const certificate = useOwnCertificate(unitCode)
  return (
    <Stack gap="4" maxW="42rem">
      <Text>{help}</Text>
      <CertificateForm unitCode={unitCode} />
      {certificate && (
        <ActButton label={label} whom={certificate.name} onConfirm={() => onSign(certificate.helper)}>
          {body(certificate.name)}
        </ActButton>
      )}
    </Stack>
  )
}
