import { useSyncExternalStore } from 'react'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

/** The certificate that this tab works with, and what is read off it. */
export interface ChosenCertificate {
  readonly helper: CertificateHelper
  readonly subjectName: string
  readonly unitCode: string | null
}

// In memory alone: the key goes when the page goes.
let chosen: ChosenCertificate | null = null
const listeners = new Set<() => void>()
const forgetful = new Set<() => void>()

/** Keeps a certificate in use, wherever its key is, until the page is left or somebody logs out. */
export async function chooseCertificate(helper: CertificateHelper): Promise<void> {
  const { readCertificate } = await import('#seal/certificate.ts')
  const info = readCertificate(helper.certificatePem)
  if (!info.ok) throw new TypeError('a helper without a certificate')
  const { subjectName, unitCode } = info.value
  keep({ helper, subjectName, unitCode })
}

/** Whoever has something of the certificate's under way is told, whether or not one was chosen. */
export function forgetCertificate(): void {
  keep(null)
  for (const listener of forgetful) listener()
}

export function onCertificateForgotten(listener: () => void): void {
  forgetful.add(listener)
}

/** The certificate in use; null until one is chosen. */
export function useCertificate(): ChosenCertificate | null {
  return useSyncExternalStore(subscribe, () => chosen)
}

function keep(certificate: ChosenCertificate | null): void {
  chosen = certificate
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
