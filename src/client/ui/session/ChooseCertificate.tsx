import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseCertificate } from '#client/net/certificate.ts'
import { type HelperKind, helperKinds } from '#client/net/certificate-helpers.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { CertificateFileForm } from './CertificateFileForm.tsx'
import { UsbKeyForm } from './UsbKeyForm.tsx'

interface ChooseCertificateProps {
  /** What the button says: what opening the certificate leads to. */
  readonly label: string
  /** Done with the certificate once it is open; it stays in use in this tab. */
  readonly onChosen?: (helper: CertificateHelper) => Promise<void>
  readonly busy?: boolean
}

/** What both forms need of the choice around them. */
export interface KeyFormProps {
  readonly submit: ReactNode
  /** Takes the opened certificate into use. */
  readonly onOpened: (helper: CertificateHelper) => Promise<void>
}

/** A certificate out of a file or out of a USB key: where it is, how it is opened, and what comes of it. */
export function ChooseCertificate({ label, onChosen, busy = false }: ChooseCertificateProps) {
  const { t } = useTranslation('steps')
  const [kind, setKind] = useState<HelperKind>('software')
  const [opening, setOpening] = useState(false)

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
    <Button type="submit" loading={busy || opening} loadingText={t('common:working')}>
      {label}
    </Button>
  )
  const Form = kind === 'software' ? CertificateFileForm : UsbKeyForm
  return (
    <Stack gap="4">
      <Flex role="group" aria-label={t('certificate.where')} gap="2" wrap="wrap">
        {helperKinds.map((each) => (
          <Button
            key={each}
            size="sm"
            variant={each === kind ? 'solid' : 'outline'}
            aria-pressed={each === kind}
            onClick={() => setKind(each)}
          >
            {t(`certificate.kind.${each}`)}
          </Button>
        ))}
      </Flex>
      <Form submit={submit} onOpened={onOpened} />
      <Text textStyle="sm" color="fg.muted">
        {t(kind === 'software' ? 'certificate.local' : 'certificate.inKey')}
      </Text>
    </Stack>
  )
}
