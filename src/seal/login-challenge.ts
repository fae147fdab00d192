import { utf8 } from './bytes.ts'
import { derBase64Of, verifySignature } from './certificate.ts'
import type { CertificateHelper } from './certificate-helper.ts'

/**
 * The server's challenge of a login by certificate: `kaibiao-login/1.` and a secret part. The holder signs the whole
 * text. Its prefix names the purpose and contains `/`, so that no signed document (base64url and dots) can be mistaken
 * for it.
 */
export const challengePrefix = 'kaibiao-login/1.'

/** The proof of a login by certificate (ACC-4). */
export interface SignedChallenge {
  readonly Token: string
  /** Signature over the UTF-8 bytes of `Token`, base64url. */
  readonly SignedString: string
  /** The certificate's DER in base64. */
  readonly CertBase64: string
}

/** Signs a server's challenge; throws on any text that has not its form. */
export async function signChallenge(helper: CertificateHelper, token: string): Promise<SignedChallenge> {
  if (!/^kaibiao-login\/1\.[\w.-]{1,200}$/.test(token)) throw new TypeError('not a login challenge')
  return {
    Token: token,
    SignedString: await helper.sign(utf8(token)),
    CertBase64: derBase64Of(helper.certificatePem),
  }
}

/** Whether the certificate's key signed this challenge. */
export function isChallengeSigned(pem: string, token: string, signature: string): Promise<boolean> {
  return verifySignature(pem, utf8(token), signature)
}
