import { err, ok, type Result } from '#lib/result.ts'
import {
  type HelperAnswer,
  type HelperRefusal,
  type HelperRequest,
  helperAnswers,
  helperRefusal,
  helperUrl,
} from '#protocol/certificate-helper.ts'
import { CertificateFailure, type CertificateHelper } from '#seal/certificate-helper.ts'
import type { KeyFileProblem } from '#seal/software-certificate.ts'

/** Where a certificate can be: in a file that the page opens, in a key or a phone that the local helper reaches. */
export const helperKinds = ['software', 'usb', 'phone'] as const
export type HelperKind = (typeof helperKinds)[number]

type Fetch = typeof globalThis.fetch
/** How the helper is reached. */
export interface HelperOptions {
  readonly fetch?: Fetch
  /** Time-out of a request. */
  readonly timeoutMs?: number
}
const usualFetch: Fetch = (...given) => globalThis.fetch(...given)

/** A certificate in the local helper, before its PIN is given; `id` is the helper's own. */
export interface PluggedCertificate {
  readonly id: string
  readonly certificatePem: string
  readonly subjectName: string
  readonly unitCode: string | null
}

/** The local helper, connected. `open` keeps the PIN for later signatures, only in this page's memory. */
export interface UsbHelper {
  readonly certificates: readonly PluggedCertificate[]
  open(id: string, pin: string): Promise<Result<CertificateHelper, HelperProblem>>
}

/** `unreachable`: no helper on this machine, one that does not know this hall, or one of another protocol. */
export type HelperProblem = 'unreachable' | HelperRefusal['code']

// The certificate code is 250 kB, and most pages never need it.
const softwareCode = () => import('#seal/software-certificate.ts')

/** Loads the code for certificates in advance, so that they work without a connection, too. */
export async function loadCertificateCode(): Promise<void> {
  const uses = [
    import('#seal/certificate.ts'),
    import('#seal/cms.ts'),
    import('#seal/file-key.ts'),
    import('#seal/manifest.ts'),
    import('#seal/signed-document.ts'),
    import('#seal/sm2.ts'),
  ]
  await Promise.allSettled([softwareCode(), ...uses])
}

/**
 * The certificate in a file (P12, or PEM with an encrypted key); the file and its password stay in the page. `offline`:
 * the code that opens it could not be loaded.
 */
export async function openSoftwareCertificate(
  file: Blob,
  password: string,
  load: typeof softwareCode = softwareCode,
): Promise<Result<CertificateHelper, KeyFileProblem | 'offline'>> {
  const code = await load().catch(() => null)
  if (!code) return err('offline')
  return code.softwareCertificate(new Uint8Array(await file.arrayBuffer()), password)
}

/** Looks for the helper on this machine and asks for its certificates. */
export async function connectUsbHelper(fetch: Fetch = usualFetch): Promise<Result<UsbHelper, HelperProblem>> {
  const listed = await askHelper({ command: 'list' }, { fetch, timeoutMs: listTimeoutMs })
  if (!listed.ok) return listed
  const { pemFromWire, readCertificate } = await import('#seal/certificate.ts')
  const certificates = listed.value.certificates.flatMap(({ id, certificate }) => {
    const certificatePem = pemFromWire(certificate)
    const info = certificatePem ? readCertificate(certificatePem) : null
    if (!certificatePem || !info?.ok || !info.value.keyType) return []
    const { subjectName, unitCode } = info.value
    return [{ id, certificatePem, subjectName, unitCode }]
  })
  return ok({
    certificates,
    async open(id, pin) {
      const plugged = certificates.find((certificate) => certificate.id === id)
      if (!plugged) return err('unknown-certificate')
      const key = pluggedKey(fetch, plugged, pin)
      // Signs test data: a wrong PIN is reported here and not in the middle of an act.
      const tried = await askHelper({ command: 'sign', id, pin, data: btoa(pinProbe) }, { fetch })
      return tried.ok ? ok(key) : tried
    },
  })
}

const pinProbe = 'kaibiao-pin-check'
/** Time-outs; a key may want its owner's fingerprint before it signs. */
const listTimeoutMs = 3000
const keyTimeoutMs = 60_000

function pluggedKey(
  fetch: Fetch,
  { id, certificatePem }: PluggedCertificate,
  pin: string,
): CertificateHelper {
  return {
    certificatePem,
    async sign(data) {
      const { toBase64 } = await import('#seal/bytes.ts')
      const signed = await askHelper({ command: 'sign', id, pin, data: toBase64(data) }, { fetch })
      if (!signed.ok) throw new CertificateFailure(signed.error)
      return signed.value.signature
    },
    async unwrap(wrapped) {
      const unwrapped = await askHelper({ command: 'unwrap', id, pin, wrapped }, { fetch })
      if (!unwrapped.ok) throw new CertificateFailure(unwrapped.error)
      return unwrapped.value.text
    },
  }
}

/** Sends one request to the local helper. */
export async function askHelper<C extends HelperRequest['command']>(
  request: Extract<HelperRequest, { command: C }>,
  { fetch = usualFetch, timeoutMs = keyTimeoutMs }: HelperOptions = {},
): Promise<Result<HelperAnswer<C>, HelperProblem>> {
  try {
    const response = await fetch(helperUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = await response.json()
    const refused = helperRefusal.safeParse(body)
    if (refused.success) return err(refused.data.code)
    return ok(helperAnswers[request.command].parse(body) as HelperAnswer<C>)
  } catch {
    return err('unreachable')
  }
}
