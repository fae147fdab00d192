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
  /** Breaks the upload off, or lets go of a file that was refused. */
  cancel(): void
  /** Takes the uploaded file back. */
  remove(): Promise<void>
  /** Forgets it: it was submitted, or is no longer there. */
  clear(): void
}

const nothing = { fileId: '', name: '', size: '' }

/** The attachment of an objection that is being written; what has been uploaded survives a reload. */
export function useAttachment(): AttachmentDraft {
  const { t } = useTranslation('objections')
  const session = useSessionId()
  const say = useMessage()
  const stored = useDraft(`objection-file.${session}`, nothing)
  const [passing, setPassing] = useState<Exclude<AttachmentState, { status: 'attached' }>>(none)
  const underWay = useRef<AbortController | null>(null)
  useEffect(() => () => underWay.current?.abort(), [])
  const { fileId = '', name = '', size = '' } = stored.draft
  const state: AttachmentState =
    fileId === '' ? passing : { status: 'attached', file: { fileId, name, size: Number(size) } }

  function keep(file: Uploaded): void {
    stored.change('name', file.name)
    stored.change('size', String(file.size))
    stored.change('fileId', file.fileId)
  }

  async function upload(file: File): Promise<void> {
    const control = new AbortController()
    underWay.current = control
    const checked = await checkFile(file)
    if (control.signal.aborted) return
    if (!checked.ok) return setPassing({ status: 'none', problem: say(checked.error) })
    const { name } = checked.value
    const progress = (sent: number) => setPassing({ status: 'uploading', name, sent, size: file.size })
    progress(0)
    await pause(uploadDelay(Math.random()), control.signal)
    if (control.signal.aborted) return
    const onSent = (sent: number) => {
      if (!control.signal.aborted) progress(Math.min(sent, file.size))
    }
    const sent = await sendFile(session, { name, content: file }, onSent, control.signal)
    if (control.signal.aborted) return
    if (sent.ok) keep(sent.value)
    setPassing(sent.ok ? none : { status: 'none', problem: failureText(t('uploadFailed'), sent.error) })
    if (sent.ok) toast.success(t('uploaded'))
  }

  function cancel(): void {
    underWay.current?.abort()
    setPassing(none)
  }

  function clear(): void {
    for (const field of Object.keys(nothing)) stored.change(field, '')
  }

  async function remove(): Promise<void> {
    const answer = await api('deleteYiYiFuJian', { body: { objectionFileGuid: fileId }, session })
    if (answer.ok) toast.success(t('deleted'))
    else toast.error(failureText(t('deleteFailed'), answer.error), answer.error.code)
    // What the server has no longer can be attached no longer.
    if (answer.ok || answer.error.code === 'attachment-kept') clear()
  }

  return { state, upload, cancel, remove, clear }
}

const none = { status: 'none', problem: null } as const

/** Waits; sooner over when it is broken off. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
}
