import { Button, Input, Stack, Text } from '@chakra-ui/react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadApi } from '#client/net/upload-api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { importedFile } from '#domain/tender/imported-files.ts'
import { isEncrypted } from '#domain/tender/tender.ts'
import type { TenderFileKind } from '#domain/tender/tender-file.ts'
import { hasSuffix, suffixesTaken } from '#protocol/tender-file/manifest.ts'
import { largestFileMegabytes } from '#protocol/upload-limit.ts'

/** Chooses a tender file and hands it in; what is wrong with it is said beside the field, in the server's words. */
export function ImportDialog({ kind, onClose }: { kind: TenderFileKind; onClose: () => void }) {
  const { t } = useTranslation('preparation')
  const formId = useId()
  const session = useSessionId()
  const say = useMessage()
  const state = useSession((snapshot) => snapshot.state)
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** How much of the file has left, in whole percent; null while nothing is on its way. */
  const [sent, setSent] = useState<number | null>(null)
  const busy = sent !== null
  const { files } = useVariant()
  const suffixes = suffixesTaken(kind, state.tender?.projectKind ?? 0, files)
  const previous = importedFile(state, kind)
  const effectPrice = isEncrypted(state) ? 'files.effectPrice' : 'files.effectPricePlain'

  function problemOf(chosen: File | null): string | null {
    if (!chosen) return say({ code: 'file-missing' })
    if (!hasSuffix(chosen.name, suffixes)) {
      return say({ code: 'tender-file-suffix', params: { suffixes: suffixes.join('、') } })
    }
    const isTooLarge = chosen.size > largestFileMegabytes * 1024 * 1024
    return isTooLarge ? say({ code: 'too-large', params: { megabytes: largestFileMegabytes } }) : null
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = problemOf(file)
    setProblem(found)
    if (found || !file) return
    const form = new FormData()
    form.append('fileKind', kind)
    form.append('file', file, file.name)
    setSent(0)
    const call = uploadApi((left, total) => setSent(total === 0 ? 0 : Math.floor((left / total) * 100)))
    const answer = await call('UploadZhaoBiaoWenJian', { form, session })
    setSent(null)
    if (!answer.ok) return setProblem(answer.error.message)
    toast.success(t('files.done'))
    onClose()
  }

  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onClose()
      }}
      title={t('files.importOf', { kind: t(`files.kind.${kind}`) })}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={busy}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" form={formId} loading={busy} loadingText={t('common:working')}>
            {t('files.import')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap="4">
          <Text>{t(kind === 'control-price' ? effectPrice : 'files.effect')}</Text>
          {previous && <Text>{t('files.replaces', { name: previous.fileName })}</Text>}
          <Field
            label={t('files.choose')}
            limit={t('files.limit', { suffixes: suffixes.join('、'), megabytes: largestFileMegabytes })}
            error={problem}
            required
          >
            <Input
              type="file"
              accept={suffixes.join(',')}
              py="1.5"
              disabled={busy}
              onChange={(event) => {
                const chosen = event.currentTarget.files?.[0] ?? null
                setFile(chosen)
                setProblem(chosen && problemOf(chosen))
              }}
            />
          </Field>
          {sent !== null && (
            <Progress
              label={t(sent === 100 ? 'files.checking' : 'files.uploading')}
              done={sent}
              total={100}
              says={t('files.percent', { percent: sent })}
            />
          )}
        </Stack>
      </form>
    </Dialog>
  )
}
