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

/** Why a certificate did not do what it was asked, where more is known than that it failed. */
export class CertificateFailure extends Error {
  readonly code: string

  /** `code`: one of the helper's refusals, `unreachable`, or `cancelled` by its owner. */
  constructor(code: string) {
    super(`the certificate did not do it: ${code}`)
    this.code = code
  }
}
