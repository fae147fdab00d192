import { createStore } from 'zustand/vanilla'
import type { Result } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import type { HelperAnswer, HelperRequest } from '#protocol/certificate-helper.ts'
import { CertificateFailure, type CertificateHelper } from '#seal/certificate-helper.ts'
import { askHelper, type HelperOptions, type HelperProblem } from './certificate-helpers.ts'
import { onCertificateForgotten } from './chosen-certificate.ts'

/** What the certificate in the phone is used for (CER-2). */
export type PhoneAct = 'sign' | 'decrypt'

/** Why the phone has not answered (CER-3). */
export type PhoneProblem =
  | 'code-failed'
  | 'status-failed'
  | 'scan-failed'
  | 'source-missing'
  | 'data-missing'
  | 'certificate-missing'

/** The code on the screen, from the request to the phone's answer. */
export interface PhoneCode {
  readonly act: PhoneAct
  /** Null while it is fetched, and when it could not be fetched (see `problem`). */
  readonly code: { readonly picture: string; readonly expiresAt: string } | null
  readonly scanned: boolean
  /** What went wrong with the code before this one. */
  readonly problem: PhoneProblem | null
  cancel(): void
  /** Requests another code. */
  renew(): void
}

/** The code that waits for a phone; null while nothing is asked of one. */
export const phoneCode = createStore<{ shown: PhoneCode | null }>(() => ({ shown: null }))

let owner = new AbortController()
onCertificateForgotten(() => {
  owner.abort()
  owner = new AbortController()
})

/**
 * A bidder's certificate in their phone, reached by codes of the local helper: every signature and every unwrapping
 * shows one (`phoneCode`). A code that expired or failed is replaced (ACC-7). Rejects when cancelled; once the
 * certificate is forgotten, every later use rejects, too.
 */
export function phoneCertificate(certificatePem: string, ways: HelperOptions = {}): CertificateHelper {
  const left = owner.signal
  return {
    certificatePem,
    asksEachTime: true,
    async sign(data) {
      const { toBase64 } = await import('#seal/bytes.ts')
      const CertInfo = await derOf(certificatePem)
      return byPhone('sign', { command: 'scan_sign', SourceString: toBase64(data), CertInfo }, { left, ways })
    },
    async unwrap(wrapped) {
      const CertInfo = await derOf(certificatePem)
      return byPhone('decrypt', { command: 'scan_decrypt', Data: wrapped, CertInfo }, { left, ways })
    },
  }
}

type Asked = Extract<HelperRequest, { command: 'scan_sign' | 'scan_decrypt' }>
type Shown = HelperAnswer<'scan_sign'>

const resultOf = { sign: 'scan_signresult', decrypt: 'scan_decryptresult' } as const

/** Delay before the next try when no code could be fetched. */
const retryDelayMs = 5000

async function byPhone(
  act: PhoneAct,
  asked: Asked,
  { left, ways }: { left: AbortSignal; ways: HelperOptions },
): Promise<string> {
  if (left.aborted) throw new CertificateFailure('cancelled')
  phoneCode.getState().shown?.cancel()
  const ended = new AbortController()
  const cancel = () => ended.abort()
  left.addEventListener('abort', cancel)
  const cancelled = new Promise<never>((_, reject) => {
    ended.signal.addEventListener('abort', () => reject(new CertificateFailure('cancelled')), { once: true })
  })
  try {
    return await Promise.race([codes(act, asked, { cancel, ended: ended.signal, ways }), cancelled])
  } finally {
    left.removeEventListener('abort', cancel)
    if (phoneCode.getState().shown?.cancel === cancel) phoneCode.setState({ shown: null })
    cancel()
  }
}

/** Shows one code after the other until the phone has answered one of them. */
async function codes(
  act: PhoneAct,
  asked: Asked,
  { cancel, ended, ways }: { cancel: () => void; ended: AbortSignal; ways: HelperOptions },
): Promise<string> {
  let problem: PhoneProblem | null = null
  while (!ended.aborted) {
    const renewed = new AbortController()
    const stopped = AbortSignal.any([ended, renewed.signal])
    const show = (rest: Pick<PhoneCode, 'code' | 'scanned' | 'problem'>) => {
      if (!ended.aborted)
        phoneCode.setState({ shown: { act, ...rest, cancel, renew: () => renewed.abort() } })
    }
    show({ code: null, scanned: false, problem })
    const answer = await askHelper(asked, ways)
    if (answer.ok) {
      const code = { picture: answer.value.QRImageBsae64, expiresAt: answer.value.QRExpireTime }
      const onScanned = () => show({ code, scanned: true, problem: null })
      // That there was no code is over with this one.
      show({ code, scanned: false, problem: problem === 'code-failed' ? null : problem })
      const look = () => askHelper({ command: resultOf[act], QRID: answer.value.QRID }, ways)
      const result = await watch(answer.value, look, { onScanned, stopped })
      if ('data' in result) return result.data
      problem = result.problem
    } else {
      problem = problemOf(answer.error, 'code-failed')
      show({ code: null, scanned: false, problem })
      await pause(retryDelayMs, stopped)
    }
  }
  throw new CertificateFailure('cancelled')
}

/** Polls a code's status, as often as the helper says, until it is answered, fails or expires. */
async function watch(
  { QRExpireTime, QRIntervalTime }: Shown,
  look: () => Promise<Result<HelperAnswer<'scan_signresult'>, HelperProblem>>,
  { onScanned, stopped }: { onScanned: () => void; stopped: AbortSignal },
): Promise<{ data: string } | { problem: PhoneProblem | null }> {
  while (!stopped.aborted) {
    await pause(QRIntervalTime, stopped)
    if (stopped.aborted) break
    const looked = await look()
    if (!looked.ok) {
      const expired = epochOf(QRExpireTime) <= Date.now()
      return { problem: expired ? null : problemOf(looked.error, 'status-failed') }
    }
    const { QRCodeStatus, Data, CertInfo } = looked.value
    if (QRCodeStatus === 1) onScanned()
    if (QRCodeStatus !== 2) continue
    if (!Data) return { problem: 'data-missing' }
    return CertInfo ? { data: Data } : { problem: 'certificate-missing' }
  }
  return { problem: null }
}

function problemOf(problem: HelperProblem, otherwise: PhoneProblem): PhoneProblem {
  if (problem === 'declined') return 'scan-failed'
  const named = ['source-missing', 'data-missing', 'certificate-missing'] as const
  return named.find((each) => each === problem) ?? otherwise
}

function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stopped.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    stopped.addEventListener('abort', done, { once: true })
  })
}

async function derOf(pem: string): Promise<string> {
  const { derBase64Of } = await import('#seal/certificate.ts')
  return derBase64Of(pem)
}
