import { useCallback, useEffect, useRef, useState } from 'react'
import type { Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'

/** A code as the server gives it. */
export interface ShownCode {
  readonly QRImageBsae64: string
  readonly QRExpireTime: string
  /** Interval in milliseconds for asking the status. */
  readonly QRIntervalTime: number
  readonly QRID: string
}

export type QrState<Code> =
  | { readonly kind: 'loading' }
  /** No code could be loaded; it is not retried automatically. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'shown' | 'scanned' | 'confirmed'; readonly qr: Code }

/** Why a code was replaced: it expired, what it gave was refused, or its status could not be read. */
export type QrProblem = 'expired' | 'refused' | Failure

/** What the code is for; the same functions for as long as it is for the same. */
export interface QrCalls<Code extends ShownCode, Status> {
  readonly load: (signal: AbortSignal | undefined) => Promise<Result<Code, Failure>>
  readonly status: (code: Code, signal: AbortSignal) => Promise<Result<Status, Failure>>
}

/**
 * A QR code for a phone: fetches it, polls its status at the interval the server gives, and replaces it (ACC-7, END-25)
 * when it has expired, its status cannot be read, or what it gave was refused: `onConfirmed` resolves with whether it
 * was accepted. `problem` is why the code was replaced, in no language yet.
 */
export function useQrCode<Code extends ShownCode, Status extends { readonly QRCodeStatus: 0 | 1 | 2 }>(
  calls: QrCalls<Code, Status>,
  onConfirmed: (code: Code, status: Status) => Promise<boolean>,
) {
  const [state, setState] = useState<QrState<Code>>({ kind: 'loading' })
  const [problem, setProblem] = useState<QrProblem | null>(null)
  const confirmed = useRef(onConfirmed)
  confirmed.current = onConfirmed

  const load = useCallback(
    async (signal?: AbortSignal) => {
      const answer = await calls.load(signal)
      if (signal?.aborted) return
      setState(answer.ok ? { kind: 'shown', qr: answer.value } : { kind: 'failed', failure: answer.error })
    },
    [calls],
  )

  useEffect(() => {
    const leaving = new AbortController()
    setState({ kind: 'loading' })
    void load(leaving.signal)
    return () => leaving.abort()
  }, [load])

  const replace = useCallback(
    (why: QrProblem | null) => {
      setProblem(why)
      setState({ kind: 'loading' })
      void load()
    },
    [load],
  )

  // The same object after a scan, so that one effect polls a code from its display to its confirmation.
  const qr = state.kind === 'shown' || state.kind === 'scanned' ? state.qr : null
  useEffect(() => {
    if (!qr) return
    return pollStatus(qr, calls.status, {
      onScanned() {
        setProblem(null)
        setState({ kind: 'scanned', qr })
      },
      onConfirmed(status) {
        setState({ kind: 'confirmed', qr })
        void confirmed.current(qr, status).then((accepted) => accepted || replace('refused'))
      },
      onFailed(failure, signal) {
        setProblem(failure.code === 'qr-expired' ? 'expired' : failure)
        void load(signal)
      },
    })
  }, [qr, calls, load, replace])

  return {
    state,
    problem,
    /** Loads another code. */
    refresh: () => replace(null),
  }
}

interface StatusHandlers<Status> {
  onScanned(): void
  onConfirmed(status: Status): void
  /** `signal` is aborted when polling is stopped. */
  onFailed(failure: Failure, signal: AbortSignal): void
}

/** Reads a code's status at the server's interval until it is confirmed or a read fails; the result stops it. */
function pollStatus<Code extends ShownCode, Status extends { readonly QRCodeStatus: 0 | 1 | 2 }>(
  qr: Code,
  read: QrCalls<Code, Status>['status'],
  { onScanned, onConfirmed, onFailed }: StatusHandlers<Status>,
): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  let timer: ReturnType<typeof setTimeout>
  async function poll() {
    const answer = await read(qr, signal)
    if (signal.aborted) return
    if (!answer.ok) return onFailed(answer.error, signal)
    if (answer.value.QRCodeStatus === 2) return onConfirmed(answer.value)
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
