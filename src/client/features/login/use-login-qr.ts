import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import type { Failure } from '#protocol/outcome.ts'
import type { PersonRole } from '#variants/common-schema.ts'

export type LoginQr = CallAnswer<'getLoginQr'>

export type QrState =
  | { readonly kind: 'loading' }
  /** No code is to be had: asked for again only by hand. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'shown' | 'scanned' | 'confirmed'; readonly qr: LoginQr }

/**
 * A code to log in by: fetched, its status looked at as often as the server says, replaced (ACC-7) when it has
 * expired and, with an alert, when something is wrong with it. `problem` is that alert.
 */
export function useLoginQr(role: PersonRole, onConfirmed: (qr: LoginQr) => void) {
  const { t } = useTranslation('login')
  const [state, setState] = useState<QrState>({ kind: 'loading' })
  const [problem, setProblem] = useState<string | null>(null)
  const confirmed = useRef(onConfirmed)
  confirmed.current = onConfirmed

  const load = useCallback(
    async (signal?: AbortSignal) => {
      const answer = await api('getLoginQr', { query: { role }, ...(signal ? { signal } : {}) })
      if (signal?.aborted) return
      setState(
        answer.ok
          ? { kind: 'shown', qr: answer.value }
          : { kind: 'failed', message: `${t('qrLoadFailed')} ${answer.error.message}` },
      )
    },
    [role, t],
  )

  useEffect(() => {
    const gone = new AbortController()
    setState({ kind: 'loading' })
    void load(gone.signal)
    return () => gone.abort()
  }, [load])

  // One code is watched by one effect, however far it has come.
  const qr = state.kind === 'shown' || state.kind === 'scanned' ? state.qr : null
  useEffect(() => {
    if (!qr) return
    const gone = new AbortController()
    const look = async () => {
      const answer = await api('getLoginQrStatus', { query: { QRID: qr.QRID }, signal: gone.signal })
      if (gone.signal.aborted) return
      if (!answer.ok) {
        setProblem(problemOf(answer.error))
        return load(gone.signal)
      }
      if (answer.value.QRCodeStatus === 2) {
        setState({ kind: 'confirmed', qr })
        return confirmed.current(qr)
      }
      if (answer.value.QRCodeStatus === 1) {
        setProblem(null)
        setState({ kind: 'scanned', qr })
      }
      later()
    }
    const problemOf = ({ code, message }: Failure) => {
      if (code === 'qr-expired') return t('qrReplaced')
      return code.startsWith('qr-') ? message : `${t('qrStatusFailed')} ${message}`
    }
    let timer: ReturnType<typeof setTimeout>
    const later = () => {
      timer = setTimeout(() => void look(), qr.QRIntervalTime)
    }
    later()
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [qr, load, t])

  return {
    state,
    problem,
    /** Another code; `why` stays beside it. */
    refresh(why: string | null = null) {
      setProblem(why)
      setState({ kind: 'loading' })
      void load()
    },
  }
}
