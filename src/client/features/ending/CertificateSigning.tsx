import { Button, Input, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CertificateForm, useOwnCertificate } from '#client/certificates/CertificateForm.tsx'
import { Field } from '#client/ui/Field.tsx'
import { SealIcon, WarningIcon } from '#client/ui/icons.tsx'
import { signerNameLength } from '#domain/ending/signer.ts'
import type { SendSignature } from './sign-document.ts'

interface CertificateSigningProps {
  readonly unitCode: string
  readonly enrolled: string | null
  readonly onSign: SendSignature
}

/** Signs with the unit's own certificate; a person may be named who signs for the unit (END-23). */
export function CertificateSigning({ unitCode, enrolled, onSign }: CertificateSigningProps) {
  const { t } = useTranslation('steps')
  const certificate = useOwnCertificate(unitCode)
  const [person, setPerson] = useState('')
  const [busy, setBusy] = useState(false)

  async function sign(helper: NonNullable<typeof certificate>['helper']) {
    setBusy(true)
    await onSign({ certificate: helper }, person.trim())
    setBusy(false)
  }

  return (
    <Stack gap="4">
      <Text>{t('ending.signing.helpCertificate')}</Text>
      <CertificateForm unitCode={unitCode} enrolled={enrolled} />
      {certificate && (
        <>
          <Field label={t('ending.signing.person')} limit={t('ending.signing.personHelp')}>
            <Input
              maxLength={signerNameLength}
              value={person}
              onChange={({ target }) => setPerson(target.value)}
            />
          </Field>
          <Text color="fg.warning" display="flex" alignItems="center" gap="2">
            <WarningIcon />
            {t('common:irreversible')}
          </Text>
          <Button
            colorPalette="seal"
            loading={busy}
            loadingText={t('common:working')}
            onClick={() => void sign(certificate.helper)}
          >
            <SealIcon />
            {t('ending.signing.act')}
          </Button>
        </>
      )}
    </Stack>
  )
}
