/**
 * What reading a sealed file takes from the platform it is read on: files of hundreds of megabytes want its own,
 * faster implementations.
 */
export interface Primitives {
  sha256(): { update(bytes: Uint8Array): void; digestHex(): string }
  /** Opens one ChaCha20-Poly1305 message with its tag at the end. Throws when it is not authentic. */
  openChunk(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Uint8Array
}
