import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { failureText } from '#client/ui/failure-text.ts'
import { toast } from '#client/ui/Toast.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { useMessage } from '#client/ui/use-message.ts'
import { checkFile, sendFile, type Uploaded, uploadDelay } from './upload-attachment.ts'

/** The one file of the objection being written. */
export type AttachmentState =
  | { readonly status: 'none'; readonly problem: string | null }
  | { readonly status: 'uploading'; readonly name: string; readonly sent: number; readonly size: number }
  | { readonly status: 'attached'; readonly file: Uploaded }

export interface AttachmentDraft {
  readonly state: AttachmentState
  upload(file: File): Promise<void>
  /** Aborts the upload, or dismisses a refused file. */
  cancel(): void
  /** Deletes the uploaded file from the server. */
  remove(): Promise<void>
  /** Clears the draft: the file was submitted, or the server no longer has it. */
  clear(): void
}

const nothing = { fileId: '', name: '', size: '' }

/** The attachment of an objection that is being written; an uploaded file survives a reload. */
export function useAttachment(): AttachmentDraft {
  const { t } = useTranslation('objections')
  const session = useSessionId()
  const say = useMessage()
  const stored = useDraft(`objection-file.${session}`, nothing)
  const [pending, setPending] = useState<Exclude<AttachmentState, { status: 'attached' }>>(none)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { fileId = '', name = '', size = '' } = stored.draft
  const state: AttachmentState =
    fileId === '' ? pending : { status: 'attached', file: { fileId, name, size: Number(size) } }

  function keep(file: Uploaded): void {
    stored.change('name', file.name)
    stored.change('size', String(file.size))
    stored.change('fileId', file.fileId)
  }

  async function upload(file: File): Promise<void> {
    const control = new AbortController()
    running.current = control
    const checked = await checkFile(file)
    if (control.signal.aborted) return
    if (!checked.ok) return setPending({ status: 'none', problem: say(checked.error) })
    const { name } = checked.value
    const progress = (sent: number) => setPending({ status: 'uploading', name, sent, size: file.size })
    progress(0)
    await pause(uploadDelay(Math.random()), control.signal)
    if (control.signal.aborted) return
    const onSent = (sent: number) => {
      if (!control.signal.aborted) progress(Math.min(sent, file.size))
    }
    const sent = await sendFile(session, { name, content: file }, onSent, control.signal)
    if (control.signal.aborted) return
    if (sent.ok) keep(sent.value)
    setPending(sent.ok ? none : { status: 'none', problem: failureText(t('uploadFailed'), sent.error) })
    if (sent.ok) toast.success(t('uploaded'))
  }

  function cancel(): void {
    running.current?.abort()
    setPending(none)
  }

  function clear(): void {
    for (const field of Object.keys(nothing)) stored.change(field, '')
  }

  async function remove(): Promise<void> {
    const answer = await api('deleteYiYiFuJian', { body: { objectionFileGuid: fileId }, session })
    if (answer.ok) toast.success(t('deleted'))
    else toast.error(failureText(t('deleteFailed'), answer.error), answer.error.code)
    // A file that the server no longer has cannot be submitted.
    if (answer.ok || answer.error.code === 'attachment-kept') clear()
  }

  return { state, upload, cancel, remove, clear }
}

const none = { status: 'none', problem: null } as const

/** Resolves after the time, or at once when `signal` is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
}
