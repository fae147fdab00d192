import { Stack, Text } from '@chakra-ui/react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { wrapsAtMarks } from '#client/ui/wraps-at-marks.ts'
import type { KeyFormProps } from './key-form.ts'
import { phoneCertificate } from './phone-certificate.ts'

/** The enrolled certificate, in the bidder's phone: nothing is opened now, each use shows a code to scan. */
export function PhoneCertificateForm({
  submit,
  onOpened,
  certificatePem,
}: KeyFormProps & { certificatePem: string }) {
  const { t } = useTranslation('steps')
  async function use(event: FormEvent) {
    event.preventDefault()
    await onOpened(phoneCertificate(certificatePem))
  }
  return (
    <form onSubmit={use}>
      <Stack gap="4" align="flex-start">
        <Text textStyle="sm" {...wrapsAtMarks}>
          {t('certificate.phoneHelp')}
        </Text>
        {submit}
      </Stack>
    </form>
  )
}
