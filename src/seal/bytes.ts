import { bytesToHex } from '@noble/hashes/utils.js'

/** Bytes with WebCrypto's type; they are never in shared memory. */
export function plainBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return plainBytes(new TextEncoder().encode(text))
}

/** A copy of all pieces, concatenated. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let length = 0
  for (const piece of pieces) {
    bytes.set(piece, length)
    length += piece.length
  }
  return bytes
}

/** SHA-256 as 64 lower-case hex digits, off the main thread: for sealed files of many megabytes. */
export async function digestHex(bytes: Uint8Array): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', plainBytes(bytes))))
}

export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i])
}

/** So many arguments of a function are safe in every browser. */
const atOnce = 8192

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += atOnce)
    text += String.fromCharCode(...bytes.subarray(at, at + atOnce))
  return btoa(text)
}

/** Throws on text that is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const decoded = atob(text)
  const bytes = new Uint8Array(decoded.length)
  for (let i = 0; i < decoded.length; i += 1) bytes[i] = decoded.charCodeAt(i)
  return bytes
}

/** Yields to the event loop, so that a large file does not block a page or a server. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
