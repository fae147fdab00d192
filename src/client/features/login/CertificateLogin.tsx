import { Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { ChooseCertificate } from '#client/certificates/ChooseCertificate.tsx'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { ProjectTypeSwitch } from './ProjectTypeSwitch.tsx'

interface CertificateLoginProps {
  readonly way: 'certificate' | 'licence'
  readonly onSubmit: (helper: CertificateHelper) => Promise<void>
  readonly busy: boolean
}

/**
 * By certificate (ACC-4) or electronic business licence (ACC-5), out of a file or of a USB key: the key is used where it
 * is, only a signature leaves. The project-type switch stands on the certificate tab alone (ACC-11).
 */
export function CertificateLogin({ way, onSubmit, busy }: CertificateLoginProps) {
  const { t } = useTranslation('login')
  return (
    <Stack gap="4">
      {way === 'certificate' ? <ProjectTypeSwitch /> : <Text color="fg.muted">{t('licenceHint')}</Text>}
      <ChooseCertificate label={t('submit')} onChosen={onSubmit} busy={busy} />
    </Stack>
  )
}
