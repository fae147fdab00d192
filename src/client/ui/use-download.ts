import { useState } from 'react'
import type { Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'
import { saveFile } from './save-file.ts'
import { toast } from './Toast.tsx'

export interface Downloading {
  readonly busy: boolean
  /** Fetches a file and hands it to the browser's downloads under this name; says why where there is none. */
  download(load: () => Promise<Result<Blob, Pick<Failure, 'code' | 'message'>>>, name: string): Promise<void>
}

/** Keeping a file of the section. */
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
