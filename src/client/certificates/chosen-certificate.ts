import { useSyncExternalStore } from 'react'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

/** The certificate that this tab works with, and what it says of its owner. */
export interface ChosenCertificate {
  readonly helper: CertificateHelper
  readonly subjectName: string
  readonly unitCode: string | null
}

// Only in memory: the key is gone when the page is closed.
let chosen: ChosenCertificate | null = null
const listeners = new Set<() => void>()
const forgetful = new Set<() => void>()

/** Uses a certificate, wherever its key is, until the page is closed or the user logs out. */
export async function chooseCertificate(helper: CertificateHelper): Promise<void> {
  const { readCertificate } = await import('#seal/certificate.ts')
  const info = readCertificate(helper.certificatePem)
  if (!info.ok) throw new TypeError('a helper without a certificate')
  const { subjectName, unitCode } = info.value
  keep({ helper, subjectName, unitCode })
}

/** Calls the listeners even if no certificate was chosen, so that pending requests are cancelled. */
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
