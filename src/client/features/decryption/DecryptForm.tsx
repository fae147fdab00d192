import { Button, Input, NativeSelect, Stack, Tabs, Text } from '@chakra-ui/react'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CertificateForm, useOwnCertificate } from '#client/certificates/CertificateForm.tsx'
import { helperProblemText } from '#client/certificates/helper-problem-text.ts'
import { api } from '#client/net/api.ts'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { isConnectionFailure, useOnReconnect } from '#client/session/use-on-reconnect.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useSend, useSessionId } from '#client/store/session-provider.tsx'
import { Field } from '#client/ui/Field.tsx'
import { LockIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useProblemUntilChanged } from '#client/ui/use-problem-until-changed.ts'
import type { BidFileState } from '#domain/submission/bid-state.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { parseFileKey } from '#seal/file-key.ts'
import { type UnwrapProblem, unwrapIdentity } from './unwrap-identity.ts'

interface DecryptFormProps {
  /** One's files that are still to be opened, one at least. */
  readonly files: readonly BidFileState[]
  readonly unitCode: string
}

/**
 * The two ways to one's own files (DEC-6): the certificate they were sealed with, opened once for all of them, or the
 * printed key of each.
 */
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

/** What the bidder is told of a key that did not come out; null where they broke off themselves. */
function problemText(problem: UnwrapProblem, t: TFunction<'steps'>): string | null {
  if (problem.kind === 'manifest-broken') return t('decryption.manifestBroken')
  if (problem.kind === 'unwrap-failed') return t('decryption.unwrapFailed')
  return problem.code === 'cancelled' ? null : t(helperProblemText(problem.code))
}

interface Said {
  readonly text: string
  /** Whether it was the line that was in the way: once that is back it is no problem any more. */
  readonly isLine: boolean
}

function ByCertificate({ files, unitCode }: DecryptFormProps) {
  const { t } = useTranslation('steps')
  const certificate = useOwnCertificate(unitCode)
  const enrolled = useOwnBidder()?.certificate ?? null
  const send = useSend()
  const session = useSessionId()
  const [problem, setProblem] = useProblemUntilChanged<Said>(certificate)
  const [busy, setBusy] = useState(false)
  useOnReconnect(() => {
    if (problem?.isLine) setProblem(null)
  })

  async function decrypt() {
    if (!certificate) return
    setBusy(true)
    setProblem(null)
    for (const { submission } of files) {
      if (!(await tryDecrypt(submission.fileId, certificate.helper))) break
    }
    setBusy(false)
  }

  /** Whether the next file may be tried: not once the certificate cannot be asked. */
  async function tryDecrypt(fileId: string, helper: CertificateHelper): Promise<boolean> {
    const info = await api('getFileInfo', { session, query: { BidFileId: fileId } })
    if (!info.ok) {
      setProblem({ text: info.error.message, isLine: isConnectionFailure(info.error) })
      return true
    }
    const identity = await unwrapIdentity(info.value.manifest, helper)
    if (!identity.ok) {
      const text = problemText(identity.error, t)
      setProblem(text === null ? null : { text, isLine: false })
      return identity.error.kind !== 'certificate-failed'
    }
    await toastIfRefused(send('DecryptBid', { fileId, method: 'certificate', key: identity.value }))
    return true
  }

  return (
    <Stack gap="4" maxW="42rem">
      <Text color="fg.muted" textStyle="sm">
        {t('decryption.certificateHelp')}
      </Text>
      <CertificateForm unitCode={unitCode} enrolled={enrolled} />
      {problem && (
        <Notice tone="error" title={t('decryption.refusedTitle')}>
          {problem.text}
        </Notice>
      )}
      {certificate && <DecryptButton busy={busy} count={files.length} onClick={decrypt} />}
    </Stack>
  )
}

function ByFileKey({ files }: DecryptFormProps) {
  const { t } = useTranslation('steps')
  const send = useSend()
  const [chosen, setChosen] = useState<string | null>(null)
  // A file that has been opened meanwhile is no longer there to choose.
  const fileId = (files.find(({ submission }) => submission.fileId === chosen) ?? files[0])?.submission.fileId
  // Of each file, and as long as it is not open: a refused key is put right, not typed anew.
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({})
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const typed = (fileId && keys[fileId]) ?? ''
  const key = parseFileKey(typed)
  const problem = typed.trim() === '' ? 'fileKeyMissing' : key.ok ? null : 'fileKeyMalformed'

  async function decrypt(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (!key.ok || !fileId) return
    setBusy(true)
    const done = await toastIfRefused(send('DecryptBid', { fileId, method: 'file-key', key: key.value }))
    setBusy(false)
    if (done) setChecked(false)
  }

  function change(value: string) {
    if (fileId) setKeys((now) => ({ ...now, [fileId]: value }))
  }

  return (
    <form onSubmit={decrypt} noValidate>
      <Stack gap="4" maxW="42rem">
        {files.length > 1 && (
          <Field label={t('decryption.whichFile')} required>
            <NativeSelect.Root>
              <NativeSelect.Field value={fileId} onChange={(event) => setChosen(event.currentTarget.value)}>
                {files.map(({ kind, submission }) => (
                  <option key={kind} value={submission.fileId}>
                    {t(`file.kind.${kind}`)}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </Field>
        )}
        <Field
          label={t('decryption.fileKey')}
          limit={t('decryption.fileKeyHelp')}
          error={checked && problem ? t(`decryption.${problem}`) : undefined}
          required
        >
          <Input
            value={typed}
            onChange={(event) => change(event.currentTarget.value)}
            onBlur={() => setChecked(typed.trim() !== '')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={200}
            fontFamily="mono"
          />
        </Field>
        <DecryptButton busy={busy} count={1} />
      </Stack>
    </form>
  )
}

interface DecryptButtonProps {
  readonly busy: boolean
  readonly count: number
  readonly onClick?: () => void
}

function DecryptButton({ busy, count, onClick }: DecryptButtonProps) {
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
      {count > 1 ? t('decryption.decryptAll', { count }) : t('decryption.decrypt')}
    </Button>
  )
}
