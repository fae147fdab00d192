import { Box, Input, NativeSelect, Stack, Tabs, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import type { TFunction } from 'i18next'
import { useId, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { CertificateForm, useOwnCertificate } from '#client/certificates/CertificateForm.tsx'
import { helperProblemText } from '#client/certificates/helper-problem-text.ts'
import { api } from '#client/net/api.ts'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { isConnectionFailure, useOnReconnect } from '#client/session/use-on-reconnect.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useSend, useSessionId } from '#client/store/session-provider.tsx'
import { ActButton } from '#client/ui/ActButton.tsx'
import { Field } from '#client/ui/Field.tsx'
import { LockIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { StickyAct, ToForm } from '#client/ui/StickyAct.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { useProblemUntilChanged } from '#client/ui/use-problem-until-changed.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import type { BidFileState } from '#domain/submission/bid-state.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { type UnwrapProblem, unwrapIdentity } from './unwrap-identity.ts'

// The code that reads keys is 130 kB, and only bidders need it.
const fileKeyCode = () => import('#seal/file-key.ts')

interface DecryptFormProps {
  /** The bidder's files that are still to be opened; at least one. */
  readonly files: readonly BidFileState[]
  readonly unitCode: string
  /** Called once a key is accepted. */
  readonly onSent: () => void
}

/**
 * Opens the bidder's own files (DEC-6) with the certificate they were sealed with, for all of them at once, or with the
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

/** The message for a key that could not be unwrapped; null when the bidder cancelled. */
function problemText(problem: UnwrapProblem, t: TFunction<'steps'>): string | null {
  if (problem.kind === 'manifest-broken') return t('decryption.manifestBroken')
  if (problem.kind === 'unwrap-failed') return t('decryption.unwrapFailed')
  return problem.code === 'cancelled' ? null : t(helperProblemText(problem.code))
}

interface Problem {
  readonly text: string
  /** Caused by the connection; the message is removed on reconnection. */
  readonly isConnection: boolean
}

function ByCertificate({ files, unitCode, onSent }: DecryptFormProps) {
  const { t } = useTranslation('steps')
  const certificate = useOwnCertificate(unitCode)
  const enrolled = useOwnBidder()?.certificate ?? null
  const formId = useId()
  const send = useSend()
  const session = useSessionId()
  const [problem, setProblem] = useProblemUntilChanged<Problem>(certificate)
  const [busy, setBusy] = useState(false)
  useOnReconnect(() => {
    if (problem?.isConnection) setProblem(null)
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

  /** Whether to go on with the next file: not after the certificate itself failed. */
  async function tryDecrypt(fileId: string, helper: CertificateHelper): Promise<boolean> {
    const info = await api('getFileInfo', { session, query: { BidFileId: fileId } })
    if (!info.ok) {
      setProblem({ text: info.error.message, isConnection: isConnectionFailure(info.error) })
      return true
    }
    const identity = await unwrapIdentity(info.value.manifest, helper)
    if (!identity.ok) {
      const text = problemText(identity.error, t)
      setProblem(text === null ? null : { text, isConnection: false })
      return identity.error.kind !== 'certificate-failed'
    }
    const sent = send('DecryptBid', { fileId, method: 'certificate', key: identity.value })
    if (await toastIfRefused(sent)) onSent()
    return true
  }

  return (
    <Stack gap="4" maxW="42rem">
      <Text color="fg.muted" textStyle="sm">
        {t('decryption.certificateHelp')}
      </Text>
      <Box id={formId}>
        <CertificateForm
          unitCode={unitCode}
          enrolled={enrolled}
          mismatch={t('decryption.otherCertificate')}
        />
      </Box>
      {problem && (
        <Notice tone="error" title={t('decryption.refusedTitle')}>
          {problem.text}
        </Notice>
      )}
      {certificate ? (
        <DecryptButton
          busy={busy}
          byPhone={certificate.helper.asksEachTime}
          count={files.length}
          onClick={decrypt}
        />
      ) : (
        <ToForm label={t('certificate.first', { act: t('decryption.decrypt') })} formId={formId} />
      )}
    </Stack>
  )
}

function ByFileKey({ files, onSent }: DecryptFormProps) {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const send = useSend()
  const [chosen, setChosen] = useState<string | null>(null)
  // A chosen file that was opened in the meantime is no longer offered.
  const file = files.find(({ submission }) => submission.fileId === chosen) ?? files[0]
  const fileId = file?.submission.fileId ?? ''
  const schema = useMemo(() => fileKeySchema(fileId, t, say), [fileId, t, say])
  const form = useForm<TypedKeys>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    // One key for each file, kept until the file is open: a refused key is corrected, not typed again.
    defaultValues: { keys: {} },
  })
  useTranslatedErrors(form)
  const { register, handleSubmit, getValues, reset, formState } = form
  const input = register(`keys.${fileId}`)

  /** Removes the problem and keeps the keys: the next key is not checked before its field is left. */
  const uncheck = () => reset(undefined, { keepValues: true })

  const decrypt = handleSubmit(async ({ keys }) => {
    const key = keys[fileId] ?? ''
    if (!(await toastIfRefused(send('DecryptBid', { fileId, method: 'file-key', key })))) return
    uncheck()
    onSent()
  })

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
          error={formState.errors.keys?.[fileId]?.message}
          required
        >
          <Input
            key={fileId}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={200}
            fontFamily="mono"
            {...input}
            // A field that is left empty is not reported, nor is an earlier problem shown any longer.
            onBlur={(event) => (getValues(`keys.${fileId}`)?.trim() ? input.onBlur(event) : uncheck())}
          />
        </Field>
        <DecryptButton busy={formState.isSubmitting} count={1} />
      </Stack>
    </form>
  )
}

/** By file id: the typed key, and after its check the identity in it. */
interface TypedKeys {
  readonly keys: Readonly<Record<string, string>>
}

/** The key of the chosen file; those of others are not looked at. */
function fileKeySchema(fileId: string, t: TFunction<'steps'>, say: ReturnType<typeof useMessage>) {
  const fileKey = z
    .string()
    .trim()
    .min(1, t('decryption.fileKeyMissing'))
    .transform(async (typed, context) => {
      const code = await fileKeyCode().catch(() => null)
      const key = code?.parseFileKey(typed)
      if (key?.ok) return key.value
      context.addIssue(say({ code: code ? 'malformed-key' : 'offline' }))
      return z.NEVER
    })
  return z.object({ keys: z.object({ [fileId]: fileKey }) })
}

interface DecryptButtonProps {
  readonly busy: boolean
  /** The key is in a phone that has to confirm. */
  readonly byPhone?: boolean | undefined
  readonly count: number
  readonly onClick?: () => void
}

function DecryptButton({ busy, byPhone = false, count, onClick }: DecryptButtonProps) {
  const { t } = useTranslation('steps')
  return (
    <StickyAct>
      <ActButton
        type={onClick ? 'button' : 'submit'}
        loading={busy}
        loadingText={t(byPhone ? 'decryption.waitingForPhone' : 'decryption.sending')}
        onClick={onClick}
      >
        <LockIcon />
        {count > 1 ? t('decryption.decryptAll', { count }) : t('decryption.decrypt')}
      </ActButton>
    </StickyAct>
  )
}
