import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVariant } from '#client/store/variant.tsx'
import { ChoiceButton } from '#client/ui/ChoiceButton.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { wrapsAtMarks } from '#client/ui/wraps-at-marks.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { CertificateFileForm } from './CertificateFileForm.tsx'
import { type HelperKind, helperKinds, loadCertificateCode } from './certificate-helpers.ts'
import { chooseCertificate } from './chosen-certificate.ts'
import { PhoneCertificateForm } from './PhoneCertificateForm.tsx'
import { UsbKeyForm } from './UsbKeyForm.tsx'

interface ChooseCertificateProps {
  /** What the button says: what opening the certificate leads to. */
  readonly label: string
  /** Called with the certificate once it is open; it stays in use in this tab. */
  readonly onChosen?: (helper: CertificateHelper) => Promise<void>
  readonly busy?: boolean
  /** The certificate that a phone would use; without it the phone is not offered. */
  readonly enrolled?: string | null
}

const whereKept: Readonly<Record<HelperKind, string>> = {
  software: 'certificate.local',
  usb: 'certificate.inKey',
  phone: 'certificate.inPhone',
}

/** Opens a certificate in a file, a USB key or a phone. */
export function ChooseCertificate({
  label,
  onChosen,
  busy = false,
  enrolled = null,
}: ChooseCertificateProps) {
  const { t } = useTranslation('steps')
  const language = useNameLanguage()
  const [kind, setKind] = useState<HelperKind>('software')
  const [opening, setOpening] = useState(false)
  const { login } = useVariant()
  useEffect(() => void loadCertificateCode(), [])

  async function onOpened(helper: CertificateHelper): Promise<void> {
    setOpening(true)
    try {
      await chooseCertificate(helper)
      await onChosen?.(helper)
    } finally {
      setOpening(false)
    }
  }

  const submit = (
    <Button
      type="submit"
      w={{ base: 'full', md: 'auto' }}
      loading={busy || opening}
      loadingText={t('common:working')}
    >
      {kind === 'phone' ? t('certificate.usePhone') : label}
    </Button>
  )
  const kinds = enrolled === null ? helperKinds.filter((each) => each !== 'phone') : helperKinds
  const form = { submit, onOpened }
  // A line ends between two names.
  const providers = login.certificateProviders.map(({ name }) => name[language].replaceAll(' ', '\u00a0'))
  return (
    <Stack gap="4">
      <Text textStyle="sm" {...wrapsAtMarks}>
        {t('certificate.providers', { names: providers.join('\u00a0/ ') })}
      </Text>
      <Flex role="group" aria-label={t('certificate.where')} gap="2" wrap="wrap">
        {kinds.map((each) => (
          <ChoiceButton key={each} isChosen={each === kind} onClick={() => setKind(each)}>
            {t(`certificate.kind.${each}`)}
          </ChoiceButton>
        ))}
      </Flex>
      {kind === 'software' && <CertificateFileForm {...form} />}
      {kind === 'usb' && <UsbKeyForm {...form} />}
      {kind === 'phone' && enrolled !== null && <PhoneCertificateForm {...form} certificatePem={enrolled} />}
      <Text textStyle="sm" color="fg.muted" {...wrapsAtMarks}>
        {t(whereKept[kind])}
      </Text>
    </Stack>
  )
}
