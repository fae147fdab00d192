import { z } from 'zod'

const recordSignature = z.strictObject({
  Signer: z.string(),
  fingerprint: z.string(),
  signTime: z.iso.datetime(),
  /** The JWS over the record's hash, and the CMS over its PDF where the key is one that PDF readers know. */
  jws: z.string(),
  cms: z.string().nullable(),
})

/**
 * The result that the hall sends to the trading platform when an envelope or the opening has ended or the lot has
 * failed. It is signed (`signed-call.ts`) and has the Idempotency-Key `id`: the same `id` always means the same result.
 */
export const resultSchema = z.strictObject({
  id: z.uuid(),
  BDGuid: z.uuid(),
  bdbh: z.string(),
  bdmc: z.string(),
  /** The first of two envelopes has ended, the opening has ended, or the lot has failed. */
  event: z.enum(['envelope-ended', 'opening-ended', 'lot-failed']),
  bidStatus: z.string(),
  kbFlowStatus: z.number().int(),
  /** dbFlowStatus: 1 first envelope, 2 second. */
  dbFlowStatus: z.literal([1, 2]),
  at: z.iso.datetime(),
  /** The entry that records it, and its hash, which covers all entries before. */
  seq: z.number().int(),
  hash: z.string(),
  /** SHA-256 of the signed opening record; null where none was signed. */
  recordHash: z.string().nullable(),
  remarks: z.string(),
  /** The people of the record: kbr opener, cbr announcer, jlr recorder, jbr supervisor; null before they were entered. */
  persons: z.strictObject({ kbr: z.string(), cbr: z.string(), jlr: z.string(), jbr: z.string() }).nullable(),
  /** Tenderer's representative, recorder and other matters; null where the opener stated none. */
  reportData: z
    .strictObject({ bidderName: z.string(), recorder: z.string(), otherItem: z.string() })
    .nullable(),
  /** The decryption window; null without bid encryption, or before it. */
  decryption: z
    .strictObject({
      StartTime: z.iso.datetime(),
      EndTime: z.iso.datetime(),
      closedAt: z.iso.datetime().nullable(),
      closedBy: z.string().nullable(),
    })
    .nullable(),
  /** The pauses, stops and failures, refused failures included; the platform may have given no reason. */
  interruptions: z.array(
    z.strictObject({
      /** BDZHUANGTAI: 2 failed, 3 stopped, 4 paused; 0 a failure that was refused. */
      BDZHUANGTAI: z.literal([0, 2, 3, 4]),
      reason: z.string(),
      jlr: z.string(),
      /** Who it came from; empty for the platform itself. */
      name: z.string(),
      StartTime: z.iso.datetime(),
      EndTime: z.iso.datetime().nullable(),
    }),
  ),
  /** Why the lot has failed; null in other results, and where the platform has failed it without a reason. */
  failure: z
    .strictObject({
      LiuBiaoYuanYin: z.string(),
      Noter: z.string(),
      /** Who signed for the agency, with their signature over the form; empty and null where nobody was asked to. */
      Agent: z.string(),
      SignInfo: z.strictObject({ Signer: z.string(), fingerprint: z.string(), jws: z.string() }).nullable(),
      /** Who declared it, and when. */
      name: z.string(),
      at: z.iso.datetime(),
      /** The platform's reason when it approved the declared failure; null where it failed the lot itself. */
      ShenPiYiJian: z.string().nullable(),
    })
    .nullable(),
  /** What was drawn: the value, and as it is used. */
  draws: z.array(
    z.strictObject({
      parameter: z.string(),
      subject: z.string(),
      drawer: z.string(),
      value: z.string(),
      saved: z.string(),
    }),
  ),
  /** The evaluation base price that holds, saved or only calculated; null where there is none. */
  baseTotalPrice: z.string().nullable(),
  /** Why the reading of the bids was ended early; null where every bid was read. */
  readingCutShort: z.string().nullable(),
  /** The objection inquiry with every bidder asked; null where there was none. */
  inquiry: z
    .strictObject({
      StartTime: z.iso.datetime(),
      EndTime: z.iso.datetime(),
      closedAt: z.iso.datetime().nullable(),
      closedBy: z.string().nullable(),
      answers: z.array(
        z.strictObject({
          EntprsCode: z.string(),
          /** Whether they object to the opening; null without an answer. */
          ShiFouYouYiYi: z.boolean().nullable(),
          YiYiNeiRong: z.string(),
          QueRenTime: z.iso.datetime().nullable(),
          respondContent: z.string(),
          respondTime: z.iso.datetime().nullable(),
        }),
      ),
    })
    .nullable(),
  /** The signing window; null before the signing command. */
  signing: z
    .strictObject({ StartTime: z.iso.datetime(), EndTime: z.iso.datetime(), is_SignConfirm: z.boolean() })
    .nullable(),
  /** The opener's own signature of the record, and their unit; null where they have not signed. */
  openerSignature: recordSignature.extend({ EntprsCode: z.string(), EntprsName: z.string() }).nullable(),
  /** The files on problems of the opening. */
  attachments: z.array(
    z.strictObject({
      reportName: z.string(),
      createTime: z.iso.datetime(),
      sha256: z.string(),
      size: z.number().int(),
    }),
  ),
  /** Every version of the section's documents up to the entry, and the sealed record, by which their bytes can be checked. */
  documents: z.array(
    z.strictObject({
      kind: z.string(),
      format: z.string(),
      StageOrd: z.literal([1, 2]),
      version: z.number().int(),
      createTime: z.iso.datetime(),
      sha256: z.string(),
      size: z.number().int(),
    }),
  ),
  bids: z.array(
    z.strictObject({
      EntprsCode: z.string(),
      EntprsName: z.string(),
      bidFileId: z.uuid().nullable(),
      /** Announced figures by column key; null for a bid that was not opened. */
      figures: z.record(z.string(), z.string()).nullable(),
      /** Is_BadBid_Open and its note: whether the opener marked the bid as invalid (DEC-16). */
      isBadBidOpen: z.boolean(),
      badBidNote: z.string(),
      /** Why the bid could not be opened, as a code; null where it was. */
      failure: z.string().nullable(),
      remark: z.string(),
      /** What the bidder says of their announced row, with the opener's reply to a dispute; null where they said nothing. */
      rowCheck: z
        .strictObject({
          /** Whether they dispute it (YiYiNeiRong). */
          ShiFouYouYiYi: z.boolean(),
          ...{ YiYiNeiRong: z.string(), QueRenTime: z.iso.datetime() },
          ...{ respondContent: z.string(), respondTime: z.iso.datetime().nullable() },
        })
        .nullable(),
      /** IsConfirmKBYLB: 0 unconfirmed, 1 confirmed, 2 confirmed automatically (END-4). Whose bid failed is not asked and stays 0 (END-31). */
      IsConfirmKBYLB: z.literal([0, 1, 2]),
      Is_Sign: z.boolean(),
      /** The signature of the record; null where the bidder has not signed. */
      signature: recordSignature.nullable(),
    }),
  ),
})
export type SessionResult = z.infer<typeof resultSchema>
