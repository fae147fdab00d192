import { utf8 } from './bytes.ts'
import { derBase64Of, verifySignature } from './certificate.ts'
import type { CertificateHelper } from './certificate-helper.ts'

/**
 * The server's challenge of a login by certificate: `kaibiao-login/1.` and what makes it the server's own. The
 * holder signs the challenge itself. Its first part says what the signature is for: it is no document's (those
 * are base64url and dots), and nothing else asks to be signed in this form.
 */
export const challengePrefix = 'kaibiao-login/1.'

/** What a login by certificate sends beside who it is for (ACC-4). */
export interface SignedChallenge {
  readonly Token: string
  /** Signature over the UTF-8 bytes of `Token`, base64url. */
  readonly SignedString: string
  /** The certificate's DER in base64. */
  readonly CertBase64: string
}

/** Signs a server's challenge; throws on a text of another form, whoever asks. */
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
