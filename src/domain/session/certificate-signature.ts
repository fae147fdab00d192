import { z } from 'zod'

/** A signature by a bidder's certificate: compact JWS over the named document. */
export const certificateSignatureSchema = z
  .strictObject({ signer: z.string(), fingerprint: z.string(), jws: z.string() })
  .readonly()
export type CertificateSignature = z.infer<typeof certificateSignatureSchema>

/** Whose certificate signed; the signature itself is stored apart. */
export const signedBySchema = certificateSignatureSchema.unwrap().omit({ jws: true }).readonly()
export type SignedBy = z.infer<typeof signedBySchema>

export function signedByOf({ signer, fingerprint }: CertificateSignature): SignedBy {
  return { signer, fingerprint }
}
