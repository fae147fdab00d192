import { useCallback, useEffect, useRef, useState } from 'react'
import { api, type CallAnswer } from '#client/net/api.ts'
import type { Failure } from '#protocol/outcome.ts'

type Captcha = CallAnswer<'getCaptcha'>

/** A point of the piece's path: pixels of the picture, and milliseconds since the first move. */
export interface TrackPoint {
  readonly x: number
  readonly y: number
  readonly t: number
}

export type PuzzleState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'ready'; readonly captcha: Captcha; readonly wrong: Failure | null }
  | { readonly kind: 'checking'; readonly captcha: Captcha }

/** A slide puzzle made and checked by the server; a wrong or expired answer loads another one. */
export function useCaptcha(onSolved: (token: string) => void) {
  const [state, setState] = useState<PuzzleState>({ kind: 'loading' })
  const asked = useRef(0)

  /** `wrong`: why the previous puzzle was refused. */
  const load = useCallback(async (wrong: Failure | null = null) => {
    const mine = ++asked.current
    setState((before) => (before.kind === 'checking' ? before : { kind: 'loading' }))
    const answer = await api('getCaptcha')
    if (mine !== asked.current) return
    setState(
      answer.ok ? { kind: 'ready', captcha: answer.value, wrong } : { kind: 'failed', failure: answer.error },
    )
  }, [])

  useEffect(() => {
    void load()
    return () => void ++asked.current
  }, [load])

  async function check(captcha: Captcha, x: number, track: readonly TrackPoint[]) {
    setState({ kind: 'checking', captcha })
    const body = { captchaId: captcha.captchaId, x, track: [...track] }
    const answer = await api('checkCaptcha', { body })
    if (answer.ok) onSolved(answer.value.captchaToken)
    else await load(answer.error)
  }

  return { state, load, check }
}
