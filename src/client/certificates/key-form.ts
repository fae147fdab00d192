import type { ReactNode } from 'react'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

/** What `ChooseCertificate` passes to its forms. */
export interface KeyFormProps {
  readonly submit: ReactNode
  /** Puts the opened certificate to use. */
  readonly onOpened: (helper: CertificateHelper) => Promise<void>
}
