import type { SignedDocument } from '#protocol/wire-command.ts'

/** What a phone is asked to sign, where and for whom. */
export interface SigningOrder {
  readonly sessionId: string
  /** The account that asked; nobody else learns the signature. */
  readonly actorId: string
  /** The unit whose certificate signs. */
  readonly unitCode: string
  readonly sectionCode: string
  readonly sectionName: string
  readonly document: SignedDocument
}
