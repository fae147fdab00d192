import { createHash } from 'node:crypto'

/** SHA-256 in base64url, for secrets that are stored or looked up by their digest. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
