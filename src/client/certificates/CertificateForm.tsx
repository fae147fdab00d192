import { Button, Stack } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#client/ui/Notice.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { ChooseCertificate } from './ChooseCertificate.tsx'
import { forgetCertificate, useCertificate } from './chosen-certificate.ts'

/**
 * Chooses the certificate that this tab works with, or shows the one in use. `unitCode`: the unit it has to belong to;
 * another unit's certificate is reported before it is used. `enrolled`: the one that the bidder's phone may use.
 */
export function CertificateForm({
  unitCode,
  enrolled,
  mismatch,
}: {
  unitCode: string | null
  enrolled?: string | null
  /** What is said of another unit's certificate, where it is not about signing. */
  mismatch?: string
}) {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const certificate = useCertificate()
  if (!certificate) return <ChooseCertificate label={t('certificate.open')} enrolled={enrolled ?? null} />
  const { subjectName, unitCode: found, helper } = certificate
  const fits = unitCode === null || found === unitCode
  return (
    <Stack gap="3">
      <Notice
        tone={fits ? 'done' : 'error'}
        title={
          fits
            ? t(helper.asksEachTime ? 'certificate.chosenInPhone' : 'certificate.opened', {
                name: subjectName,
              })
            : (mismatch ?? say({ code: 'certificate-mismatch' }))
        }
      >
        {fits
          ? t('certificate.unit', { code: found ?? t('common.none') })
          : t('certificate.mismatchDetail', { found: found ?? t('common.none'), expected: unitCode })}
      </Notice>
      <Button variant="outline" size="sm" alignSelf="flex-start" onClick={forgetCertificate}>
        {t('certificate.other')}
      </Button>
    </Stack>
  )
}

/** The certificate in use; null unless it belongs to this unit. */
export function useOwnCertificate(unitCode: string | null) {
  const certificate = useCertificate()
  return useMemo(() => {
    if (!certificate || (unitCode !== null && certificate.unitCode !== unitCode)) return null
    return { helper: certificate.helper, name: certificate.subjectName }
  }, [certificate, unitCode])
}
