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

/** A signature of which nothing more is known, as all of earlier logs. */
export const signedAsOrganisation: SignedAs = {
  name: '',
  kind: 'organisation',
  envelopeFlag: null,
  way: 'certificate',
}
