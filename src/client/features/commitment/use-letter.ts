import { useCallback, useEffect, useState } from 'react'
import { api } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import type { CommitmentLetter } from '#domain/preparation/commitment-letter.ts'

export type LetterFile =
  | { readonly status: 'making' }
  | { readonly status: 'failed'; readonly message: string; readonly code: string }
  /** The bytes differ from the recorded ones and must not be signed. */
  | { readonly status: 'altered' }
  | { readonly status: 'ready'; readonly blob: Blob; readonly hash: string }

/**
 * A bidder's own letter, created on the server when it is first opened. Its file is compared with the hash in the log
 * before it can be signed.
 */
export function useLetter(bidderCode: string): {
  file: LetterFile
  letter: CommitmentLetter | null
  again(): void
} {
  const session = useSessionId()
  const letter = useSession(({ state }) => state.letters[bidderCode] ?? null)
  const [file, setFile] = useState<LetterFile>({ status: 'making' })
  const [asked, setAsked] = useState(0)
  const hash = letter?.letterHash ?? null

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `asked` repeats the request
  useEffect(() => {
    if (hash !== null) return
    const leaving = new AbortController()
    setFile({ status: 'making' })
    void api('CreateCNS', { session, signal: leaving.signal }).then((made) => {
      if (!made.ok && !leaving.signal.aborted) setFile({ status: 'failed', ...made.error })
    })
    return () => leaving.abort()
  }, [hash, session, asked])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `asked` repeats the request
  useEffect(() => {
    if (hash === null) return
    const leaving = new AbortController()
    setFile({ status: 'making' })
    void readLetter(session, hash, leaving.signal).then((read) => {
      if (!leaving.signal.aborted) setFile(read)
    })
    return () => leaving.abort()
  }, [hash, session, asked])

  return { file, letter, again: useCallback(() => setAsked((count) => count + 1), []) }
}

async function readLetter(session: string, hash: string, signal: AbortSignal): Promise<LetterFile> {
  const read = await api('GetCNS', { query: {}, session, signal })
  if (!read.ok) return { status: 'failed', message: read.error.message, code: read.error.code }
  const bytes = new Uint8Array(await read.value.arrayBuffer())
  if (sha256Hex(bytes) !== hash) return { status: 'altered' }
  return { status: 'ready', blob: new Blob([bytes], { type: 'application/pdf' }), hash }
}
