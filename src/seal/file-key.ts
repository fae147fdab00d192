import { err, ok, type Result } from '#lib/result.ts'
import { isIdentity } from './layers.ts'

const prefix = 'AGE-SECRET-KEY-1'

/** The printed file key (`BS_Key`) of a one-time identity: its 58 characters in dashed groups of four. */
export function formatFileKey(identity: string): string {
  return (identity.slice(prefix.length).match(/.{1,4}/g) ?? []).join('-')
}

/**
 * The identity of a typed file key. Case, spaces, dashes, line breaks and full-width characters do not matter; a wrong
 * character is detected by the bech32 checksum.
 */
export function parseFileKey(text: string): Result<string, 'malformed-key'> {
  const typed = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\u2212\p{Pd}\p{Pc}\p{Cf}]/gu, '')
  const identity = prefix + typed.replace(/^AGESECRETKEY1/, '')
  return isIdentity(identity) ? ok(identity) : err('malformed-key')
}
