import type { ReactNode } from 'react'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

/** What the forms need of the choice around them. */
export interface KeyFormProps {
  readonly submit: ReactNode
  /** Takes the opened certificate into use. */
  readonly onOpened: (helper: CertificateHelper) => Promise<void>
}
