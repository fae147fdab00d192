import { Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { ChooseCertificate } from '#client/certificates/ChooseCertificate.tsx'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { ProjectTypeSwitch } from './ProjectTypeSwitch.tsx'

interface CertificateLoginProps {
  readonly mode: 'certificate' | 'licence'
  readonly onSubmit: (helper: CertificateHelper) => Promise<void>
  readonly busy: boolean
}

/**
 * Login by certificate (ACC-4) or electronic business licence (ACC-5), from a file or a USB key. Only a signature is
 * sent, never the key. The project-type switch is on the certificate tab only (ACC-11).
 */
export function CertificateLogin({ mode, onSubmit, busy }: CertificateLoginProps) {
  const { t } = useTranslation('login')
  return (
    <Stack gap="4">
      {mode === 'certificate' ? <ProjectTypeSwitch /> : <Text color="fg.muted">{t('licenceHint')}</Text>}
      <ChooseCertificate label={t('submit')} onChosen={onSubmit} busy={busy} />
    </Stack>
  )
}
