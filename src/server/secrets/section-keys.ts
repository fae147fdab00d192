import { z } from 'zod'

/** An age identity and its recipient. */
interface SealKeys {
  readonly sealIdentity: string
  readonly sealRecipient: string
}

/**
 * The keys of a section. Its recipients are no secrets, but stand here too: bids must be sealed to the hall's keys, not to
 * those of whoever can write to the database.
 */
export interface SectionSecrets extends SealKeys {
  /** AES-256 key of the private fields at rest. */
  readonly privateKey: Uint8Array
  /** Of the second envelope; null if the first one's are its keys, too. */
  readonly second: SealKeys | null
}

/** Stores a wrapped value if the key is still the database's; false if a rotation has replaced it. */
export type StoreWrapped = (wrapped: string, keyId: string) => Promise<boolean>

/** Secrets of sections as the database keeps them, in the table `section_key`. */
export interface SectionKeys {
  /** Throws an `UnwrapError` where the value was altered or is another section's. */
  unwrap(sessionId: string, wrapped: string): Promise<SectionSecrets>
  wrapNew(sessionId: string, secrets: SectionSecrets, store: StoreWrapped): Promise<void>
}

/** Names a section's row in what is wrapped. */
export function sectionName(sessionId: string): string {
  return `section ${sessionId}`
}

export function sectionBytes({ privateKey, ...sealing }: SectionSecrets): Uint8Array {
  const text = JSON.stringify({ privateKey: Buffer.from(privateKey).toString('base64'), ...sealing })
  return Buffer.from(text)
}

const sealKeys = { sealIdentity: z.string(), sealRecipient: z.string() }
const stored = z.strictObject({
  privateKey: z.base64().transform((text) => Buffer.from(text, 'base64')),
  ...sealKeys,
  second: z.strictObject(sealKeys).nullable(),
})

/** As many as the log keeps folded, and those that are exported meanwhile. */
const mostKept = 2000

/** Unwraps each section once in a process, as long as it is among the last ones used. */
export function createSectionKeys(
  unwrap: (about: string, wrapped: string) => Promise<Uint8Array>,
  wrapNew: (about: string, plain: Uint8Array, store: StoreWrapped) => Promise<void>,
): SectionKeys {
  const kept = new Map<string, { readonly wrapped: string; readonly secrets: Promise<SectionSecrets> }>()

  async function read(sessionId: string, wrapped: string): Promise<SectionSecrets> {
    const bytes = await unwrap(sectionName(sessionId), wrapped)
    return stored.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  }

  return {
    async unwrap(sessionId, wrapped) {
      const known = kept.get(sessionId)
      const secrets = known?.wrapped === wrapped ? known.secrets : read(sessionId, wrapped)
      kept.delete(sessionId)
      kept.set(sessionId, { wrapped, secrets })
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
      return secrets.catch((error: unknown) => {
        kept.delete(sessionId)
        throw error
      })
    },
    wrapNew: (sessionId, secrets, store) => wrapNew(sectionName(sessionId), sectionBytes(secrets), store),
  }
}
