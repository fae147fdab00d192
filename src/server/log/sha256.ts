import { hash } from 'node:crypto'

/** SHA-256 of a text as UTF-8, in lower-case hex: OpenSSL's, several times as fast as the one that runs everywhere. */
export function sha256(text: string): string {
  return hash('sha256', text)
}
