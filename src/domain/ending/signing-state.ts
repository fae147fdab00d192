import type { Window } from '../session/window.ts'

/** The window in which bidders sign the record. */
export interface SigningState extends Window {
  readonly recordHash: string
  /** When signing was extended last. */
  extendedAt: string | null
  confirmed: boolean
  unsigned: readonly string[]
  /** Signatures over the record's PDF that stand in the PDF once it is sealed (REC-2). */
  pdfSignatures: readonly { readonly bidderCode: string; readonly cms: string; readonly at: string }[]
}
