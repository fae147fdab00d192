import { Button, Stack, Text } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadApi } from '#client/net/upload-api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { ActButton } from '#client/ui/ActButton.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { FilePicker } from '#client/ui/FilePicker.tsx'
import { fileSizeText } from '#client/ui/file-size-text.ts'
import { Notice } from '#client/ui/Notice.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { backupTooLate, needsBackup } from '#domain/decryption/backup.ts'
import type { BidFileState } from '#domain/submission/bid-state.ts'
import { isEncrypted } from '#domain/tender/tender.ts'

/**
 * Uploads the bidder's own copy of a file whose stored copy could not be opened. An open dialog stays open until the
 * server has answered or the bidder closes it, even when the log changes in the meantime.
 */
export function BackupUpload({ file }: { file: BidFileState }) {
  const { t } = useTranslation('steps')
  const tooLate = useSession(({ state }) => backupTooLate(state))
  const [open, setOpen] = useState(false)
  if (!open && (tooLate || !needsBackup(file))) return null
  return (
    <>
      <ActButton alignSelf="flex-start" variant="outline" onClick={() => setOpen(true)}>
        {t('backup.upload')}
      </ActButton>
      <BackupDialog fileId={file.submission.fileId} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

interface BackupDialogProps {
  readonly fileId: string
  readonly open: boolean
  readonly onClose: () => void
}

function BackupDialog({ fileId, open, onClose }: BackupDialogProps) {
  const { t } = useTranslation('steps')
  const encrypted = useSession((snapshot) => isEncrypted(snapshot.state))
  const { state, send, cancel } = useBackup(fileId, onClose)
  const [chosen, setChosen] = useState<File | null>(null)
  const busy = state.status === 'uploading'
  const close = () => {
    cancel()
    setChosen(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('backup.upload')}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            {t('backup.cancel')}
          </Button>
          <Button disabled={!chosen} loading={busy} onClick={() => chosen && void send(chosen)}>
            {t('backup.send')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Text>{t(encrypted ? 'backup.explain' : 'backup.explainPlain')}</Text>
        <Field label={t('backup.file')} required>
          <FilePicker
            disabled={busy}
            files={chosen ? [chosen] : []}
            onFiles={([file]) => {
              cancel()
              setChosen(file ?? null)
            }}
          />
        </Field>
        {state.status === 'uploading' && (
          <Progress
            label={t('backup.uploading')}
            done={state.sent}
            total={state.size}
            says={`${fileSizeText(state.sent)} / ${fileSizeText(state.size)}`}
          />
        )}
        {state.status === 'refused' && <Notice tone="error">{state.problem}</Notice>}
      </Stack>
    </Dialog>
  )
}

type BackupState =
  | { readonly status: 'none' }
  | { readonly status: 'uploading'; readonly sent: number; readonly size: number }
  | { readonly status: 'refused'; readonly problem: string }

const none: BackupState = { status: 'none' }

/** One upload at a time; unmounting aborts it. */
function useBackup(fileId: string, onDone: () => void) {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const [state, setState] = useState<BackupState>(none)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function send(file: File): Promise<void> {
    const { signal } = begin()
    const progress = (sent: number) => {
      if (!signal.aborted) setState({ status: 'uploading', sent: Math.min(sent, file.size), size: file.size })
    }
    progress(0)
    const form = new FormData()
    form.append('TBWJ_Guid', fileId)
    form.append('file', file, file.name)
    const answer = await uploadApi(progress)('submitBackupFile', { form, session, signal })
    if (signal.aborted) return
    if (!answer.ok) return setState({ status: 'refused', problem: answer.error.message })
    setState(none)
    toast.success(t('backup.accepted'))
    onDone()
  }

  function begin(): AbortController {
    const control = new AbortController()
    running.current = control
    return control
  }

  function cancel(): void {
    running.current?.abort()
    setState(none)
  }

  return { state, send, cancel }
}
