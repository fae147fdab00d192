import { z } from 'zod'
import { evaluationStatuses } from '#domain/evaluation/evaluation-status.ts'
import { roles } from '#domain/session/actor.ts'
import { lotStatuses } from '#domain/session/lot.ts'
import { tenderSchema } from '#domain/tender/tender.ts'
import type { Call } from '../call.ts'
import { platformCommandCall } from '../command-call.ts'
import { outcomeSchema } from '../outcome.ts'
import { bidFileRefusals, certificateRefusals, tenderFileRefusals } from '../refusals.ts'
import { accountCode } from '../signed-call.ts'
import { uploadedFile } from '../uploaded-file.ts'
import { hardwareSerial, submittedBid } from './submission.ts'
import { importedSchema, importKind } from './tender-files.ts'

/** FUJIANLEIXING: tender document, clarification, answer, other (SHL-11). */
export const tenderFileKinds = z.enum(['tender', 'clarification', 'answer', 'other'])

const unitCode = z.string().trim().min(1).max(60)
/** Longer than the rules allow, so that they refuse a long text with their own message. */
const text = z.string().trim().max(4000)
const outcome = outcomeSchema.omit({ seq: true })

/** A deposit, identified by bidder (PLF-2). */
const depositSchema = z.strictObject({
  EntprsCode: unitCode,
  /** Yuan. */
  Bzj: z.string().regex(/^\d{1,16}(\.\d{1,2})?$/, 'an amount in yuan with at most two decimals'),
  BzjMode: z.string().trim().max(20).default(''),
  BzjStatus: z.string().trim().max(10),
  BzjBind: z.boolean().default(false),
  bzjApplyResult: z.string().trim().max(100).default(''),
  ZhiFu_ZhangHu: z.string().trim().max(30).default(''),
  tbbzjUserName: z.string().trim().max(300).default(''),
  tbbzjUserCode: z.string().trim().max(60).default(''),
  HuiZhi_BianHao: z.string().trim().max(50).default(''),
  DaoZhang_ShiJian: z.iso.datetime().nullable().default(null),
  EditRemark: z.string().trim().max(50).default(''),
})

/** Whom to ask about a bid: touBiao_DaiBiao the person, with their phone (PLF-5). */
const contactSchema = z.strictObject({
  EntprsCode: unitCode,
  touBiao_DaiBiao: z.string().trim().max(20),
  touBiao_DaiBiao_DianHua: z.string().trim().max(30),
})

const depositsSchema = perBidder(depositSchema)
const contactsSchema = perBidder(contactSchema)

/** A bidder may be named once in a call. */
function perBidder<Row extends z.ZodType<{ readonly EntprsCode: string }>>(row: Row) {
  return z
    .array(row)
    .min(1)
    .max(1000)
    .refine(
      (rows) => new Set(rows.map(({ EntprsCode }) => EntprsCode)).size === rows.length,
      'a bidder is there twice',
    )
}

/** A user account. Without a password the user logs in through the platform or by certificate only. */
const accountSchema = z.strictObject({
  userCode: accountCode,
  /** The longest that fits the password key in any script. */
  password: z.string().min(8).max(60).optional(),
  role: z.enum(roles).exclude(['system', 'platform']),
  name: z.string().trim().min(1).max(300),
  unitCode: unitCode.nullable(),
})

/** Calls of the trading platform, which it signs (`signed-call.ts`). */
export const platformCalls = {
  publishTender: {
    method: 'POST',
    path: '/api/platform/tenders',
    auth: 'platform',
    action: 'PublishTender',
    refuses: ['any-rule'],
    summary: 'Publishes a section. The Idempotency-Key becomes its BDGuid',
    rules: 'TEN-1, TEN-2',
    body: z.strictObject({ tender: tenderSchema }),
    response: z.strictObject({ ...outcomeSchema.shape, BDGuid: z.uuid() }),
  },
  addTenderFile: {
    method: 'POST',
    path: '/api/platform/tender-files',
    auth: 'platform',
    action: 'PublishTender',
    refuses: ['not-published', 'not-found', 'file-missing'],
    summary:
      'Adds a file to the section’s file list: form fields BDGuid and FUJIANLEIXING, clarificationId if it belongs to a ' +
      'clarification, then the file',
    rules: 'SHL-11',
    consumes: 'multipart/form-data',
    form: z.strictObject({
      BDGuid: z.uuid(),
      FUJIANLEIXING: tenderFileKinds,
      clarificationId: z.uuid().optional(),
      file: uploadedFile,
    }),
    response: z.strictObject({ fileId: z.uuid() }),
  },
  importTenderFile: {
    method: 'POST',
    path: '/api/platform/tender-file-imports',
    auth: 'platform',
    action: 'ImportTenderFile',
    refuses: ['not-published', 'any-rule', ...tenderFileRefusals],
    summary:
      'Imports a tender file of step 1 as the opener would: form fields BDGuid and fileKind, then the file',
    rules: 'TEN-5 to TEN-10',
    consumes: 'multipart/form-data',
    form: z.strictObject({ BDGuid: z.uuid(), fileKind: importKind, file: uploadedFile }),
    response: importedSchema,
  },
  addClarification: {
    method: 'POST',
    path: '/api/platform/clarifications',
    auth: 'platform',
    action: 'PublishTender',
    refuses: ['not-published'],
    summary: 'Publishes a clarification of the tender. The Idempotency-Key becomes its id',
    rules: 'SHL-11',
    body: z.strictObject({
      BDGuid: z.uuid(),
      title: z.string().trim().min(1).max(300),
      content: z.string().trim().max(20_000).default(''),
      publish_time: z.iso.datetime(),
    }),
    response: z.strictObject({ clarificationId: z.uuid() }),
  },
  enrolBidder: platformCommandCall({
    path: '/api/platform/bidders',
    command: 'EnrolBidder',
    refuses: certificateRefusals,
    summary: 'Enrols a bidder with the certificate for their signatures and file keys',
    rules: 'SES-5',
    fields: {
      EntprsCode: unitCode,
      EntprsName: z.string().trim().min(1).max(300),
      CertPem: z.string().max(20_000),
    },
    toPayload: ({ EntprsCode, EntprsName, CertPem }) => ({
      bidderCode: EntprsCode,
      name: EntprsName,
      certificate: CertPem,
    }),
    fromPayload: ({ bidderCode, name, certificate }) => ({
      EntprsCode: bidderCode,
      EntprsName: name,
      CertPem: certificate,
    }),
  }),
  recordDeposits: {
    method: 'POST',
    path: '/api/platform/deposits',
    auth: 'platform',
    refuses: ['not-published', 'unknown-bidder'],
    summary: 'Reports the deposits of bidders; a new report replaces the earlier one of the same bidder',
    rules: 'PLF-2',
    body: z.strictObject({
      BDGuid: z.uuid(),
      deposits: depositsSchema,
      /** The time of the report, by default its arrival; a report older than the known one changes nothing. */
      asOf: z.iso.datetime().optional(),
    }),
    response: outcome,
  },
  recordContacts: {
    method: 'POST',
    path: '/api/platform/contacts',
    auth: 'platform',
    refuses: ['not-published', 'unknown-bidder'],
    summary: 'Names the contacts of bidders; a new report replaces the earlier one of the same bidder',
    rules: 'PLF-5',
    body: z.strictObject({ BDGuid: z.uuid(), contacts: contactsSchema }),
    response: outcome,
  },
  deliverBidFile: {
    method: 'POST',
    path: '/api/platform/bid-files',
    auth: 'platform',
    refuses: ['not-published', 'not-enrolled', 'any-rule', ...bidFileRefusals],
    summary:
      'Delivers a sealed bid for its bidder: form fields BDGuid, EntprsCode and the manifest that the bidder ' +
      'signed, then the file',
    rules: 'BID-3, BID-8',
    consumes: 'multipart/form-data',
    form: z.strictObject({
      BDGuid: z.uuid(),
      EntprsCode: unitCode,
      manifest: z.string(),
      cdsn: hardwareSerial.optional(),
      file: uploadedFile,
    }),
    response: submittedBid,
  },
  getSectionKey: {
    method: 'GET',
    path: '/api/platform/section-key',
    auth: 'platform',
    refuses: ['not-published'],
    summary: 'Public key for sealing bids of a section outside the browser',
    rules: 'BID-8, BID-11',
    query: z.strictObject({ BDGuid: z.uuid() }),
    /** `secondRecipient`: for files of the second envelope; equal to the first where the section has one key. */
    response: z.strictObject({
      sessionRecipient: z.string(),
      secondRecipient: z.string(),
      encrypted: z.boolean(),
    }),
  },
  changeLotStatus: platformCommandCall({
    path: '/api/platform/lot-status',
    command: 'ChangeLotStatus',
    summary:
      'Sets the status of the section (BDZHUANGTAI): paused, stopped, failed, about to fail, or open again, with a reason that ' +
      'everybody reads',
    rules: 'SES-9, HLT-3',
    fields: { status: z.enum(lotStatuses), reason: text.optional() },
    toPayload: ({ status, reason }) => ({ lot: status, ...(reason === undefined ? {} : { reason }) }),
    fromPayload: ({ lot, reason }) => ({ status: lot, ...(reason === undefined ? {} : { reason }) }),
  }),
  decideFailure: platformCommandCall({
    path: '/api/platform/failure-decisions',
    command: 'DecideFailure',
    summary: 'Approves the failure that was declared in the hall, or refuses it, with a reason',
    rules: 'HLT-7',
    fields: { approved: z.boolean(), reason: text },
    toPayload: ({ approved, reason }) => ({ approved, reason }),
    fromPayload: ({ approved, reason }) => ({ approved, reason }),
  }),
  changeEvaluationStatus: platformCommandCall({
    path: '/api/platform/evaluation-status',
    command: 'ChangeEvaluationStatus',
    summary:
      'Reports that the opened bids are being evaluated (评标中), or that the evaluation is done (评标完)',
    rules: 'EVA-1',
    fields: { status: z.enum(evaluationStatuses) },
    toPayload: ({ status }) => ({ status }),
    fromPayload: ({ status }) => ({ status }),
  }),
  callSecondEnvelope: platformCommandCall({
    path: '/api/platform/second-envelope',
    command: 'CallSecondEnvelope',
    summary: 'Calls the second envelope of a double envelope, after the first has been evaluated',
    rules: 'END-12',
    fields: {},
    toPayload: () => ({}),
    fromPayload: () => ({}),
  }),
  addAccount: {
    method: 'POST',
    path: '/api/platform/accounts',
    auth: 'platform',
    summary: 'Creates an account; a repeated call updates name, role and unit',
    rules: 'ACC-9',
    body: accountSchema,
    response: outcome,
  },
  getHallKeys: {
    method: 'GET',
    path: '/api/platform/jwks.json',
    auth: 'none',
    summary: 'The key with which the hall signs what it sends to the platform, as a JWK Set (RFC 7517)',
    response: z.strictObject({ keys: z.array(z.record(z.string(), z.unknown())) }),
  },
} as const satisfies Record<string, Call>
