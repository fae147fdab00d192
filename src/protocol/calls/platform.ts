import { z } from 'zod'
import { roles } from '#domain/actor.ts'
import { tenderSchema } from '#domain/tender.ts'
import type { Call } from '../call.ts'
import { outcomeSchema } from '../outcome.ts'
import { uploadedFile } from '../uploaded-file.ts'

/** FUJIANLEIXING: tender document, clarification, answer, other (S0 §3). */
export const tenderFileKinds = z.enum(['tender', 'clarification', 'answer', 'other'])

/** What the trading platform does here; its account has the role `platform`. */
export const platformCalls = {
  publishTender: {
    method: 'POST',
    path: '/api/platform/tenders',
    auth: 'user',
    action: 'PublishTender',
    summary: 'Publishes a section: opens its session',
    source: 'S1 §1',
    body: z.strictObject({ tender: tenderSchema }),
    response: z.strictObject({ ...outcomeSchema.shape, BDGuid: z.uuid() }),
  },
  addTenderFile: {
    method: 'POST',
    path: '/api/platform/tender-files',
    auth: 'user',
    action: 'PublishTender',
    summary: 'Adds a file for the file view: form fields BDGuid and FUJIANLEIXING, then the file',
    source: 'S0 §3',
    consumes: 'multipart/form-data',
    form: z.strictObject({ BDGuid: z.uuid(), FUJIANLEIXING: tenderFileKinds, file: uploadedFile }),
    response: z.strictObject({ fileId: z.uuid() }),
  },
  enrolBidder: {
    method: 'POST',
    path: '/api/platform/bidders',
    auth: 'user',
    action: 'EnrolBidder',
    summary: 'Enrols a bidder with the certificate that will sign and unwrap for them',
    source: 'S1 §1',
    body: z.strictObject({
      BDGuid: z.uuid(),
      EntprsCode: z.string().trim().min(1).max(60),
      EntprsName: z.string().trim().min(1).max(300),
      CertPem: z.string().max(20_000),
    }),
    response: outcomeSchema,
  },
  callSecondEnvelope: {
    method: 'POST',
    path: '/api/platform/second-envelope',
    auth: 'user',
    action: 'CallSecondEnvelope',
    summary: 'The first envelope of a double envelope is evaluated: the second is called',
    source: 'S1 §4',
    body: z.strictObject({ BDGuid: z.uuid() }),
    response: outcomeSchema,
  },
  addAccount: {
    method: 'POST',
    path: '/api/platform/accounts',
    auth: 'user',
    action: 'EnrolBidder',
    summary: 'Gives a person an account',
    source: 'S0 §6',
    body: z.strictObject({
      /** `system` is the server's own clock in every log. */
      userCode: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .refine((code) => code !== 'system', 'is reserved'),
      /** As many characters as fit under the password key whatever their script. */
      password: z.string().min(8).max(60),
      role: z.enum(roles).exclude(['system', 'platform']),
      name: z.string().trim().min(1).max(300),
      unitCode: z.string().trim().min(1).max(60).nullable(),
    }),
    response: z.strictObject({ Result: z.boolean(), ResultMessage: z.string() }),
  },
} as const satisfies Record<string, Call>
