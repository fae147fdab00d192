import { Button, Input, Stack, Tabs, Text } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSend, useSessionId } from '#client/store/session-provider.tsx'
import { Field } from '#client/ui/Field.tsx'
import { LockIcon } from '#client/ui/icons.tsx'
import { CertificateForm, useOwnCertificate } from '#client/ui/session/CertificateForm.tsx'
import { Notice } from '#client/ui/session/Notice.tsx'
import { reported } from '#client/ui/session/reported.ts'
import { parseFileKey } from '#seal/file-key.ts'
import { type UnwrapProblem, unwrapIdentity } from './unwrap-identity.ts'

interface DecryptFormProps {
  readonly fileId: string
  readonly unitCode: string
}

/** The two ways to one's own file: the certificate it was sealed with, or the printed file key (D4). */
export function DecryptForm(props: DecryptFormProps) {
  const { t } = useTranslation('steps')
  return (
    <Tabs.Root defaultValue="certificate" variant="line" lazyMount>
      <Tabs.List>
        <Tabs.Trigger value="certificate">{t('decryption.byCertificate')}</Tabs.Trigger>
        <Tabs.Trigger value="file-key">{t('decryption.byFileKey')}</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="certificate">
        <ByCertificate {...props} />
      </Tabs.Content>
      <Tabs.Content value="file-key">
        <ByFileKey {...props} />
      </Tabs.Content>
    </Tabs.Root>
  )
}

const problemTexts: Readonly<Record<UnwrapProblem, string>> = {
  'manifest-broken': 'decryption.manifestBroken',
  'unwrap-failed': 'decryption.unwrapFailed',
}

function ByCertificate({ fileId, unitCode }: DecryptFormProps) {
  const { t } = useTranslation('steps')
  const certificate = useOwnCertificate(unitCode)
  const send = useSend()
  const session = useSessionId()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function decrypt() {
    if (!certificate) return
    setBusy(true)
    setProblem(await tryDecrypt(certificate.helper))
    setBusy(false)
  }

  async function tryDecrypt(helper: NonNullable<typeof certificate>['helper']): Promise<string | null> {
    const info = await api('getFileInfo', { session })
    if (!info.ok) return info.error.message
    const identity = await unwrapIdentity(info.value.manifest, helper)
    if (!identity.ok) return t(problemTexts[identity.error])
    await reported(send('DecryptBid', { fileId, method: 'certificate', key: identity.value }))
    return null
  }

  return (
    <Stack gap="4" maxW="42rem">
      <Text color="fg.muted" textStyle="sm">
        {t('decryption.certificateHelp')}
      </Text>
      <CertificateForm unitCode={unitCode} />
      {problem && <Notice tone="error">{problem}</Notice>}
      {certificate && <DecryptButton busy={busy} onClick={decrypt} />}
    </Stack>
  )
}

function ByFileKey({ fileId }: DecryptFormProps) {
  const { t } = useTranslation('steps')
  const send = useSend()
  const [typed, setTyped] = useState('')
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const key = parseFileKey(typed)
  const problem = typed.trim() === '' ? 'fileKeyMissing' : key.ok ? null : 'fileKeyMalformed'

  async function decrypt(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (!key.ok) return
    setBusy(true)
    await reported(send('DecryptBid', { fileId, method: 'file-key', key: key.value }))
    setBusy(false)
  }

  return (
    <form onSubmit={decrypt} noValidate>
      <Stack gap="4" maxW="42rem">
        <Field
          label={t('decryption.fileKey')}
          limit={t('decryption.fileKeyHelp')}
          error={checked && problem ? t(`decryption.${problem}`) : undefined}
          required
        >
          <Input
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={() => setChecked(typed.trim() !== '')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={200}
            fontFamily="mono"
          />
        </Field>
        <DecryptButton busy={busy} />
      </Stack>
    </form>
  )
}

function DecryptButton({ busy, onClick }: { busy: boolean; onClick?: () => void }) {
  const { t } = useTranslation('steps')
  return (
    <Button
      type={onClick ? 'button' : 'submit'}
      alignSelf="flex-start"
      loading={busy}
      loadingText={t('decryption.sending')}
      onClick={onClick}
    >
      <LockIcon />
      {t('decryption.decrypt')}
    </Button>
  )
}
