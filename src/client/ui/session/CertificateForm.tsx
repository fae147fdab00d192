import { Button, Flex, Input, Stack, Text } from '@chakra-ui/react'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseCertificate, forgetCertificate, useCertificate } from '#client/net/certificate.ts'
import { readCertificate } from '#seal/certificate.ts'
import { Field } from '../Field.tsx'
import { Notice } from './Notice.tsx'

type Problem = { readonly field: 'file' | 'password'; readonly key: string }

/**
 * Chooses the software certificate that this tab works with, or shows the one in use. `unitCode`: whose it has to
 * be; another one is shown as a mistake before anything is done with it.
 */
export function CertificateForm({ unitCode }: { unitCode: string | null }) {
  const { t } = useTranslation('steps')
  const certificate = useCertificate()
  const info = useMemo(() => certificate && readCertificate(certificate.certificatePem), [certificate])
  if (!info?.ok) return <ChooseCertificate />
  const { subjectName, unitCode: found } = info.value
  const fits = unitCode === null || found === unitCode
  return (
    <Stack gap="3">
      <Notice
        tone={fits ? 'done' : 'error'}
        title={fits ? t('certificate.opened', { name: subjectName }) : t('certificate.mismatch')}
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

/** Whether the certificate in use is this unit's. */
export function useOwnCertificate(unitCode: string | null) {
  const certificate = useCertificate()
  return useMemo(() => {
    const info = certificate && readCertificate(certificate.certificatePem)
    if (!certificate || !info?.ok) return null
    return unitCode === null || info.value.unitCode === unitCode
      ? { helper: certificate, name: info.value.subjectName }
      : null
  }, [certificate, unitCode])
}

function ChooseCertificate() {
  const { t } = useTranslation('steps')
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)

  async function open(event: FormEvent) {
    event.preventDefault()
    if (!file) return setProblem({ field: 'file', key: 'fileMissing' })
    if (password === '') return setProblem({ field: 'password', key: 'passwordMissing' })
    setBusy(true)
    const opened = await chooseCertificate(new Uint8Array(await file.arrayBuffer()), password)
    setBusy(false)
    if (opened.ok) return
    const wrong = opened.error === 'wrong-password'
    setProblem(wrong ? { field: 'password', key: 'wrongPassword' } : { field: 'file', key: 'malformed' })
  }
  const message = (field: Problem['field']) =>
    problem?.field === field ? t(`certificate.${problem.key}`) : undefined

  return (
    <form onSubmit={open} noValidate>
      <Stack gap="4">
        <Field label={t('certificate.file')} error={message('file')} required>
          <Input
            type="file"
            accept=".p12,.pfx"
            py="1.5"
            onChange={(event) => {
              setFile(event.currentTarget.files?.[0] ?? null)
              setProblem(null)
            }}
          />
        </Field>
        <Field label={t('certificate.password')} error={message('password')} required>
          <Input
            type="password"
            autoComplete="off"
            maxLength={200}
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setProblem(null)
            }}
          />
        </Field>
        <Flex gap="3" align="center" wrap="wrap">
          <Button type="submit" variant="outline" loading={busy}>
            {t('certificate.open')}
          </Button>
          <Text textStyle="sm" color="fg.muted">
            {t('certificate.local')}
          </Text>
        </Flex>
      </Stack>
    </form>
  )
}
