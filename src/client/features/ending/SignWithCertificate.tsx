import { Box, Stack, Text } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CertificateForm, useOwnCertificate } from '#client/certificates/CertificateForm.tsx'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { StickyAct, ToForm } from '#client/ui/StickyAct.tsx'
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
  /** Facts below the act. */
  readonly children?: ReactNode
}

/** Signs as a bidder: chooses the bidder's own certificate, then signs after a confirm dialog. */
export function SignWithCertificate(props: SignWithCertificateProps) {
  const { unitCode, help, label, body, onSign, children } = props
  const { t } = useTranslation('steps')
  const certificate = useOwnCertificate(unitCode)
  const enrolled = useOwnBidder()?.certificate ?? null
  const formId = useId()

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
      <Box id={formId}>
        <CertificateForm unitCode={unitCode} enrolled={enrolled} />
      </Box>
      {certificate ? (
        <StickyAct>
          <OfficialActButton label={label} onConfirm={() => sign(certificate.helper)}>
            {body(certificate.name)}
          </OfficialActButton>
        </StickyAct>
      ) : (
        <ToForm label={t('certificate.first', { act: label })} formId={formId} />
      )}
      {children}
    </Stack>
  )
}
