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

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Throws on text that is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
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
