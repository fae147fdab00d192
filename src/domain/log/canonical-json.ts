import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The canonical text of a JSON value (RFC 8785), the input of hashes and signatures. Undefined fields are left out.
 * Throws on values that JSON cannot express.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value === 'boolean') return String(value)
  // RFC 8785 uses ECMAScript's form of numbers.
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object') throw new TypeError('value has no JSON form')
  return canonicalObject(value as Readonly<Record<string, unknown>>)
}

function canonicalObject(object: Readonly<Record<string, unknown>>): string {
  let text = ''
  for (const key of sorted(Object.keys(object))) {
    const value = object[key]
    if (value !== undefined) text += (text === '' ? '{' : ',') + named(key) + canonicalJson(value)
  }
  return text === '' ? '{}' : `${text}}`
}

/** Caches quoted field names, which recur in every entry. Bounded, because the keys of records are not field names. */
const names = new Map<string, string>()
const mostNames = 1000

/** `"key":` */
function named(key: string): string {
  const known = names.get(key)
  if (known !== undefined) return known
  const name = `${quoted(key)}:`
  if (names.size < mostNames) names.set(key, name)
  return name
}

/** Sorts by UTF-16 code units. Most objects are small, and this runs for every entry of a log. */
function sorted(keys: string[]): string[] {
  if (keys.length > 16) return keys.sort()
  for (let i = 1; i < keys.length; i += 1) {
    const key = keys[i] ?? ''
    let place = i
    for (let before = keys[place - 1] ?? ''; place > 0 && before > key; before = keys[place - 1] ?? '') {
      keys[place] = before
      place -= 1
    }
    keys[place] = key
  }
  return keys
}

const needsNoEscape = /^[ !#-[\]-~]*$/

function quoted(text: string): string {
  return needsNoEscape.test(text) ? `"${text}"` : JSON.stringify(text)
}

/** SHA-256 as 64 lower-case hex digits; text is taken as UTF-8. */
export function sha256Hex(data: string | Uint8Array): string {
  return bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data))
}
