import { z } from 'zod'

/** A signature by a bidder's certificate: compact JWS over the named document. */
export const certificateSignatureSchema = z
  .strictObject({ signer: z.string(), fingerprint: z.string(), jws: z.string() })
  .readonly()
export type CertificateSignature = z.infer<typeof certificateSignatureSchema>
