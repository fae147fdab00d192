/**
 * The cryptographic functions for reading a sealed file. The platform's own ones are faster, which matters for files of
 * hundreds of megabytes.
 */
export interface Primitives {
  sha256(): { update(bytes: Uint8Array): void; digestHex(): string }
  /** Opens one ChaCha20-Poly1305 message with its tag at the end. Throws when it is not authentic. */
  openChunk(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Uint8Array
}
