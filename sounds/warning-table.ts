import type { WindowName } from '#domain/session/window.ts'
import type { PhraseName } from './phrases.ts'

interface WarningRow {
  readonly left: PhraseName
  /** Added for those who have to act. */
  readonly hurry: PhraseName
  readonly forWhat: string
  readonly request: string
}

/** The prompt for a window that is about to end. */
export const warningTable: Readonly<Record<WindowName, WarningRow>> = {
  decryption: {
    left: 'decryptionLeft',
    hurry: 'hurryDecrypt',
    forWhat: 'for decryption',
    request: 'please decrypt your bid',
  },
  inquiry: {
    left: 'inquiryLeft',
    hurry: 'hurryAnswer',
    forWhat: 'for objections to the opening',
    request: 'please answer',
  },
  confirmation: {
    left: 'confirmationLeft',
    hurry: 'hurryConfirm',
    forWhat: 'for the confirmation of the overview',
    request: 'please confirm',
  },
  signing: {
    left: 'signingLeft',
    hurry: 'hurrySign',
    forWhat: 'for signing',
    request: 'please sign',
  },
}
