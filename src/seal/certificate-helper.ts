/**
 * Certificate work (login, signing, unwrapping) behind one port: software certificates in the browser and in
 * simulators, a local USB-key helper. The private key never leaves it.
 */
export interface CertificateHelper {
  readonly certificatePem: string
  /**
   * Signature over `data`, base64url, by the certificate's key type (key-use.ts): P-256 and SM2 the 64 bytes r and
   * s, RSA by PKCS #1 v1.5. Callers sign through `signDocument` or `signChallenge`, never bare bytes of somebody
   * else's making: what is signed names its own purpose.
   */
  sign(data: Uint8Array): Promise<string>
  /** The text inside what was wrapped to this certificate (`wrapIdentity`); rejects when it is not for it. */
  unwrap(wrapped: string): Promise<string>
}
