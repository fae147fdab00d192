import type { TFunction } from 'i18next'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import type { Failure } from '#protocol/outcome.ts'
import type { PersonRole } from '#variants/common-schema.ts'

export type LoginQr = CallAnswer<'getLoginQr'>

export type QrState =
  | { readonly kind: 'loading' }
  /** No code could be loaded; it is not retried automatically. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'shown' | 'scanned' | 'confirmed'; readonly qr: LoginQr }

/**
 * A QR code to log in with: fetches it, polls its status at the interval the server gives, and replaces it (ACC-7) when
 * it has expired or its status cannot be read. `problem` says why it was replaced.
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
    const leaving = new AbortController()
    setState({ kind: 'loading' })
    void load(leaving.signal)
    return () => leaving.abort()
  }, [load])

  // The same object after a scan, so that one effect polls a code from its display to its confirmation.
  const qr = state.kind === 'shown' || state.kind === 'scanned' ? state.qr : null
  useEffect(() => {
    if (!qr) return
    return pollStatus(qr, {
      onScanned() {
        setProblem(null)
        setState({ kind: 'scanned', qr })
      },
      onConfirmed() {
        setState({ kind: 'confirmed', qr })
        confirmed.current(qr)
      },
      onFailed(failure, signal) {
        setProblem(problemText(failure, t))
        void load(signal)
      },
    })
  }, [qr, load, t])

  return {
    state,
    problem,
    /** Loads another code; `why` is shown beside it. */
    refresh(why: string | null = null) {
      setProblem(why)
      setState({ kind: 'loading' })
      void load()
    },
  }
}

interface StatusHandlers {
  onScanned(): void
  onConfirmed(): void
  /** `signal` is aborted when polling is stopped. */
  onFailed(failure: Failure, signal: AbortSignal): void
}

/** Reads a code's status at the server's interval until it is confirmed or a read fails; the result stops it. */
function pollStatus(qr: LoginQr, { onScanned, onConfirmed, onFailed }: StatusHandlers): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  let timer: ReturnType<typeof setTimeout>
  async function poll() {
    const answer = await api('getLoginQrStatus', { query: { QRID: qr.QRID }, signal })
    if (signal.aborted) return
    if (!answer.ok) return onFailed(answer.error, signal)
    if (answer.value.QRCodeStatus === 2) return onConfirmed()
    if (answer.value.QRCodeStatus === 1) onScanned()
    schedule()
  }
  function schedule() {
    timer = setTimeout(() => void poll(), qr.QRIntervalTime)
  }
  schedule()
  return () => {
    clearTimeout(timer)
    leaving.abort()
  }
}

function problemText({ code, message }: Failure, t: TFunction<'login'>): string {
  if (code === 'qr-expired') return t('qrReplaced')
  return code.startsWith('qr-') ? message : `${t('qrStatusFailed')} ${message}`
}
