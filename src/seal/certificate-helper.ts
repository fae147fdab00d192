/**
 * Certificate work (login, signing, unwrapping) behind one port: software certificates in the browser and in
 * simulators, a local USB-key helper. The private key never leaves it.
 */
export interface CertificateHelper {
  readonly certificatePem: string
  /** Its owner confirms every signature by hand (a phone); one act asks for one signature alone. */
  readonly asksEachTime?: true
  /**
   * Signature over `data`, base64url, by the certificate's key type (key-use.ts): P-256 and SM2 the 64 bytes r and
   * s, RSA by PKCS #1 v1.5. Callers sign through `signDocument` or `signChallenge`, so that the signed bytes always
   * name their purpose.
   */
  sign(data: Uint8Array): Promise<string>
  /** The text that `wrapIdentity` encrypted to this certificate; rejects when it is for another one. */
  unwrap(wrapped: string): Promise<string>
}

/** A failed request to a certificate helper with a known reason. */
export class CertificateFailure extends Error {
  readonly code: string

  /** `code`: a refusal of the helper, `unreachable`, or `cancelled` by the user. */
  constructor(code: string) {
    super(`the certificate did not do it: ${code}`)
    this.code = code
  }
}
