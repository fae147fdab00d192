import { useSyncExternalStore } from 'react'
import { ok, type Result } from '#lib/result.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

// In memory alone: the key goes when the page goes.
let chosen: CertificateHelper | null = null
const listeners = new Set<() => void>()

/** Opens a PKCS#12 file and keeps its certificate in use until the page is left or somebody logs out. */
export async function chooseCertificate(
  p12: Uint8Array,
  password: string,
): Promise<Result<CertificateHelper, 'wrong-password' | 'malformed-p12'>> {
  // Certificates are a quarter of a megabyte of code that most pages never need.
  const { softwareCertificate } = await import('#seal/software-certificate.ts')
  const opened = await softwareCertificate(p12, password)
  if (!opened.ok) return opened
  keep(opened.value)
  return ok(opened.value)
}

export function forgetCertificate(): void {
  keep(null)
}

/** The certificate in use; null until one is chosen. */
export function useCertificate(): CertificateHelper | null {
  return useSyncExternalStore(subscribe, () => chosen)
}

function keep(certificate: CertificateHelper | null): void {
  chosen = certificate
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
