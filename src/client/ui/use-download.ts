import { useState } from 'react'
import type { Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'
import { saveFile } from './save-file.ts'
import { toast } from './Toast.tsx'

export interface Downloading {
  readonly busy: boolean
  /** Fetches a file and saves it under this name; a failure is shown as a toast. */
  download(load: () => Promise<Result<Blob, Pick<Failure, 'code' | 'message'>>>, name: string): Promise<void>
}

/** Downloads of the section's files. */
export function useDownload(): Downloading {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async download(load, name) {
      setBusy(true)
      const answer = await load()
      setBusy(false)
      if (answer.ok) saveFile(answer.value, name)
      else toast.error(answer.error.message, answer.error.code)
    },
  }
}
