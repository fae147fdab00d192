import { useCallback } from 'react'
import { api } from '#client/net/api.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { FilePreview } from '#client/ui/FilePreview.tsx'
import type { ShownFile } from './tender-file.ts'

/** A preview of one of the tender's files. */
export function TenderFilePreview({ file, onClose }: { file: ShownFile; onClose: () => void }) {
  const session = useSessionId()
  const { fileId, FILE_NAME: name } = file
  const load = useCallback(
    (signal: AbortSignal) => api('getTenderFile', { query: { fileId }, session, signal }),
    [fileId, session],
  )
  return <FilePreview name={name} load={load} onClose={onClose} />
}
