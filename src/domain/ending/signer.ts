import { z } from 'zod'

/** The ways of signing the record: by a certificate at the computer, or with a phone that scans a code. */
export const signingWays = ['certificate', 'scan'] as const
export type SigningWay = (typeof signingWays)[number]

/** The greatest length of a signer's name. */
export const signerNameLength = 100

/** Who signed for a unit, as they say, and how (END-23). */
export const signedAsSchema = z
  .strictObject({
    /** Signer: of a person, or of the organisation itself; may be empty. */
    name: z.string(),
    /** SignerType 1 or 2. */
    kind: z.enum(['organisation', 'person']),
    /** ShuangXinFengFlag as it was sent; null where none was. */
    envelopeFlag: z.number().int().nullable(),
    way: z.enum(signingWays),
  })
  .readonly()
export type SignedAs = z.infer<typeof signedAsSchema>

/** What proves a signature of the record. */
export const signatureProofSchema = z
  .strictObject({
    /** Over the record's hash and that of its PDF. */
    jws: z.string(),
    /** Over the record's PDF, as PDF readers know it (REC-2): CMS, DER in base64; null by a key that they do not know. */
    cms: z.string().nullable(),
  })
  .readonly()
export type SignatureProof = z.infer<typeof signatureProofSchema>

/** A signature of which nothing more is known, as all of earlier logs. */
export const signedAsOrganisation: SignedAs = {
  name: '',
  kind: 'organisation',
  envelopeFlag: null,
  way: 'certificate',
}
