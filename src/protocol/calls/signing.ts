import { z } from 'zod'
import { signerNameLength } from '#domain/ending/signer.ts'
import { flow } from '#domain/session/flow.ts'
import type { Call } from '../call.ts'
import { bareCommandCall, commandCall } from '../command-call.ts'
import { qrIdSchema } from '../qr-code.ts'
import { certificateRefusals } from '../refusals.ts'
import { typedMinutes, windowMinutes } from '../typed-minutes.ts'

const time = z.iso.datetime({ offset: true })

/** Who signed for a unit: Is_Sign is 'True' or 'False', Sign the certificate's holder. */
const signRow = z.strictObject({
  EntprsCode: z.string(),
  ENTPRSNAME: z.string(),
  Is_Sign: z.enum(['True', 'False']),
  Sign: z.string(),
  /** The person or organisation that signed, as they say; empty where they say nothing. */
  Signer: z.string(),
  SignerType: z.literal([1, 2]),
  ShuangXinFengFlag: z.number().int().nullable(),
  SignTime: z.iso.datetime().nullable(),
})

/** The electronic signature of the opening record (KaiBiaoQianMing, 开标签名). */
export const signingCalls = {
  BeginKaiBiaoQianMing: commandCall({
    path: '/api/KB_Local/BeginKaiBiaoQianMing',
    command: 'StartSigning',
    refuses: ['reports-busy', 'limit-not-positive-integer', 'enter-end-first'],
    summary:
      'Issues the e-signature command for LimitTime minutes, or for the time from StartTime to EndTime; it begins at once. KBFlowStatus is the flow status that the caller knows',
    rules: 'END-6, REC-1',
    body: z.strictObject({
      LimitTime: typedMinutes,
      StartTime: time.optional(),
      EndTime: time.optional(),
      KBFlowStatus: z.number().int().optional(),
    }),
    toPayload({ LimitTime, StartTime, EndTime, KBFlowStatus }) {
      if (KBFlowStatus !== undefined && KBFlowStatus < flow.end) return 'enter-end-first'
      const given = StartTime !== undefined && EndTime !== undefined
      const limitMinutes = LimitTime ?? (given ? minutesBetween(StartTime, EndTime) : null)
      return limitMinutes === null ? 'limit-not-positive-integer' : { limitMinutes }
    },
    fromPayload: ({ limitMinutes }) => ({ LimitTime: limitMinutes }),
  }),
  ExtendKaiBiaoQianMing: commandCall({
    path: '/api/KB_Local/ExtendKaiBiaoQianMing',
    command: 'ExtendSigning',
    summary: 'Extends the signing window after it has ended',
    rules: 'END-9',
    body: z.strictObject({ LimitTime: windowMinutes }),
    toPayload: ({ LimitTime }) => ({ minutes: LimitTime }),
    fromPayload: (payload) => ({ LimitTime: payload.minutes }),
  }),
  EditKaiBiaoQianMingConfirm: commandCall({
    path: '/api/KB_Local/EditKaiBiaoQianMingConfirm',
    command: 'SignRecord',
    refuses: ['qr-expired', ...certificateRefusals],
    summary:
      'Signs the opening record as a bidder or as the opener; Sign_Result is the certificate’s JWS over Sign_Source',
    rules: 'END-7, END-8, END-22, END-23, END-24, END-25',
    body: z.strictObject({
      EntprsCode: z.string().max(60),
      EntprsName: z.string().max(300).optional(),
      Sign_Source: z.string().max(500),
      Sign_Result: z.string().max(20_000),
      Signer: z.string().trim().max(signerNameLength).optional(),
      /** Left out: 2, a person, where Signer names somebody else than the unit. */
      SignerType: z.literal([1, 2]).optional(),
      ShuangXinFengFlag: z.number().int().optional(),
      /** The same certificate’s signature over the record’s PDF (REC-2): CMS, DER in base64. */
      Sign_Pdf: z.string().max(20_000).optional(),
      /** The code that was scanned to sign; left out without a phone. */
      QRID: qrIdSchema.optional(),
    }),
    toPayload(body, { unitCode }) {
      if (body.EntprsCode !== unitCode) return 'forbidden'
      const { Sign_Result, Sign_Pdf, Signer, ShuangXinFengFlag, QRID } = body
      const type = body.SignerType ?? (Signer !== undefined && Signer === body.EntprsName ? 1 : undefined)
      return {
        jws: Sign_Result,
        ...(Sign_Pdf === undefined ? {} : { cms: Sign_Pdf }),
        ...(Signer === undefined ? {} : { signer: Signer }),
        ...(type === undefined ? {} : { kind: type === 2 ? ('person' as const) : ('organisation' as const) }),
        ...(ShuangXinFengFlag === undefined ? {} : { envelopeFlag: ShuangXinFengFlag }),
        ...(QRID === undefined ? {} : { code: QRID }),
      }
    },
    fromPayload: ({ jws, cms, signer, kind, envelopeFlag, code }, { unitCode, state }) => ({
      ...(cms === undefined ? {} : { Sign_Pdf: cms }),
      ...(signer === undefined ? {} : { Signer: signer }),
      ...(kind === undefined ? {} : { SignerType: kind === 'person' ? (2 as const) : (1 as const) }),
      ...(envelopeFlag === undefined ? {} : { ShuangXinFengFlag: envelopeFlag }),
      ...(code === undefined ? {} : { QRID: code }),
      EntprsCode: unitCode ?? '',
      Sign_Source: state.signing?.recordHash ?? '',
      Sign_Result: jws,
    }),
  }),
  getIsSignedKb: {
    method: 'GET',
    path: '/api/KB_Local/getIsSignedKb',
    auth: 'session',
    action: 'ReadSigning',
    summary: 'The state of the signing, and whether the caller has signed',
    rules: 'END-7, END-22',
    response: z.strictObject({
      Is_begin: z.boolean(),
      Is_Sign: z.boolean(),
      StartTime: z.iso.datetime().nullable(),
      EndTime: z.iso.datetime().nullable(),
      is_SignConfirm: z.number().int(),
      recordHash: z.string().nullable(),
      seq: z.number().int(),
    }),
  },
  GetKaiBiaoQianMingList: {
    method: 'GET',
    path: '/api/KB_Local/GetKaiBiaoQianMingList',
    auth: 'session',
    action: 'ReadSignList',
    summary: 'Who has signed: every bidder whose bid was opened, and the opener once they have signed',
    rules: 'END-10, END-22, END-23, END-31',
    response: z.array(signRow),
  },
  GetKaiBiaoQianMingByEntprsCode: {
    method: 'GET',
    path: '/api/KB_Local/GetKaiBiaoQianMingByEntprsCode',
    auth: 'session',
    action: 'ReadSignList',
    refuses: ['signer-unknown'],
    summary: 'Whether and how one unit has signed the record',
    rules: 'END-10, END-22, END-23',
    query: z.strictObject({ EntprsCode: z.string().max(60) }),
    response: signRow,
  },
  GetKaiBiaoQianMingCreateStatus: {
    method: 'GET',
    path: '/api/KB_Local/GetKaiBiaoQianMingCreateStatus',
    auth: 'session',
    action: 'ReadSigning',
    summary: 'Whether the signing was ordered, the record’s PDF made, and the signed record sealed',
    rules: 'END-6, REC-1, REC-3',
    response: z.strictObject({
      Is_begin: z.boolean(),
      Is_Create: z.boolean(),
      Is_Sealed: z.boolean(),
      /** SHA-256 of the PDF that is signed; null before it is made. */
      Digest: z.string().nullable(),
      seq: z.number().int(),
    }),
  },
  getTbwjFileSignInfo: {
    method: 'GET',
    path: '/api/KB_Local/getTbwjFileSignInfo',
    auth: 'session',
    action: 'ReadBidders',
    refuses: ['signer-unknown', 'unknown-file', 'forbidden'],
    summary: 'Who signed a bidder’s submitted files, for a bidder their own; BidFileId names one of them',
    rules: 'END-26',
    query: z.strictObject({ EntprsCode: z.string().max(60), BidFileId: z.uuid().optional() }),
    response: z.array(
      z.strictObject({
        BidFileId: z.uuid(),
        EntprsCode: z.string(),
        EntprsName: z.string(),
        FileName: z.string(),
        /** The holder and issuer of the certificate that signed the file’s manifest, and its time. */
        Signer: z.string(),
        Issuer: z.string(),
        NotBefore: z.string(),
        NotAfter: z.string(),
        Fingerprint: z.string(),
        /** When the hall received the signed file, and its SHA-256. */
        SignTime: z.iso.datetime(),
        Digest: z.string(),
        IsValid: z.boolean(),
      }),
    ),
  },
  getSignQrImg: {
    method: 'GET',
    path: '/api/KB_Local/getSignQrImg',
    auth: 'session',
    action: 'SignRecord',
    unsafe: true,
    refuses: ['signing-way-not-offered', 'any-rule'],
    summary: 'A code that a phone scans to sign the opening record for the caller',
    rules: 'END-25',
    response: z.strictObject({
      /** SVG in base64; the name is spelled as in the protocol. */
      QRImageBsae64: z.base64(),
      QRExpireTime: z.iso.datetime(),
      /** Interval in milliseconds for asking the status. */
      QRIntervalTime: z.number().int(),
      QRID: qrIdSchema,
      QRCodeStatus: z.literal(0),
      CertInfo: z.literal(''),
    }),
  },
  getSignQrStatus: {
    method: 'GET',
    path: '/api/KB_Local/getSignQrStatus',
    auth: 'session',
    action: 'SignRecord',
    refuses: ['qr-expired', 'qr-declined'],
    summary:
      'State of the scan: 0 waiting, 1 scanned, 2 signed; then with the phone’s certificate and what EditKaiBiaoQianMingConfirm takes',
    rules: 'END-25',
    query: z.strictObject({ QRID: qrIdSchema }),
    response: z.strictObject({
      QRCodeStatus: z.literal([0, 1, 2]),
      /** The certificate that signed, PEM; the other three go with it. Empty before. */
      CertInfo: z.string(),
      Sign_Source: z.string(),
      Sign_Result: z.string(),
      Sign_Pdf: z.string(),
    }),
  },
  ConfirmKaiBiaoQianMing: bareCommandCall({
    path: '/api/KB_Local/ConfirmKaiBiaoQianMing',
    command: 'ConfirmSigning',
    summary: 'Closes the signing; it cannot be opened again',
    rules: 'END-10',
    toPayload: () => ({}),
    fromPayload: () => undefined,
  }),
} as const satisfies Record<string, Call>

/** May be a fraction, which the rules refuse. */
function minutesBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 60_000
}
