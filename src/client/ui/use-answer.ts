import { useCallback, useEffect, useState } from 'react'
import type { Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'

export interface Answer<T> {
  /** Null while loading and after a failure. */
  readonly value: T | null
  readonly failure: Failure | null
  readonly again: () => void
}

/** The answer of a call, made on mount and whenever the function `ask` changes (`useCallback`). */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<Result<T, Failure>>): Answer<T> {
  const [answer, setAnswer] = useState<Omit<Answer<T>, 'again'>>(none)
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` asks again
  useEffect(() => {
    const leaving = new AbortController()
    setAnswer(none)
    void ask(leaving.signal).then((result) => {
      if (leaving.signal.aborted) return
      setAnswer(result.ok ? { value: result.value, failure: null } : { value: null, failure: result.error })
    })
    return () => leaving.abort()
  }, [ask, asked])
  return { ...answer, again: useCallback(() => setAsked((count) => count + 1), []) }
}

const none = { value: null, failure: null }

/** A failed answer as `DataTable` shows it; null when there is none. */
export function tableError({ failure, again }: Answer<unknown>) {
  return failure && { message: failure.message, code: failure.code, onRetry: again }
}
