/**
 * Certificate work (login, signing, unwrapping) behind one port: software certificates in the browser and in
 * simulators, a local USB-key helper later. The private key never leaves it.
 */
export interface CertificateHelper {
  readonly certificatePem: string
  /**
   * Signature over `data`, base64url: for a P-256 key ECDSA with SHA-256, the 64 bytes r and s. Callers sign
   * through `signDocument`, never bare bytes of somebody else's making: what it signs names its own purpose.
   */
  sign(data: Uint8Array): Promise<string>
  /** The text inside a compact JWE made for this certificate (`wrapIdentity`); rejects when it is not for it. */
  unwrap(jwe: string): Promise<string>
}
