import { z } from 'zod'
import { bidderOfFile, fileOfBidder } from '../bid-by-file.ts'
import { bidFileSchema } from '../bid-file-type.ts'
import { stage } from '../bid-stage.ts'
import type { Call } from '../call.ts'
import { commandCall } from '../command-call.ts'
import { fileProgressSchema } from '../socket/progress.ts'
import { toolUrl } from '../tool-url.ts'
import { yesOrNo } from '../yes-or-no.ts'

/** One file of a bid. */
const fileState = z.strictObject({
  ...bidFileSchema.shape,
  bidFileId: z.string(),
  /** sealed, left-out, refused, opening, decrypted, imported, failed */
  status: z.string(),
  cause: z.string().nullable(),
})

/** What every row of a bid has. */
const bidFields = {
  /** The type of the first of its files; empty without one. */
  tbwjLeiXing: z.string(),
  /** Deposit status as the opener wrote it, else as the platform reported it; null where neither is, or the caller may not know. */
  bzjzt: z.string().nullable(),
  /** Whether a phone's certificate sealed the file: the hall is not told. */
  jsbIsMobileEncrypt: z.null(),
  swbIsMobileEncrypt: z.null(),
}

/** A bidder with the files submitted for one envelope. */
const fileRow = z.strictObject({
  /** The first of the bid’s files. */
  bidFileId: z.string(),
  entprsCode: z.string(),
  entprsName: z.string(),
  /** Whether the files are imported. */
  isPressurized: z.boolean(),
  isBadBidOpen: z.boolean(),
  badBidNote: z.string(),
  /** Standing of the bid (BID-6); none where a required file is missing. */
  status: z.string(),
  cause: z.string().nullable(),
  loginType: z.number().int(),
  /** Not opened by the bidder’s own cause (DEC-10). */
  is_giveup: z.boolean(),
  ...bidFields,
  /** Whether the bid takes part in the base price, and why or why not (BAS-2). */
  isCalBsaeTotalPrice: z.boolean(),
  calBaseTotalPriceReason: z.string(),
  notCalBaseTotalPriceReason: z.string(),
  files: z.array(fileState),
})

/** Which kinds of files a bidder has submitted. */
export const submittedFields = {
  /** Submitted: technical, commercial, qualification file. */
  isDiJiaoJsb: z.boolean(),
  isDiJiaoSwb: z.boolean(),
  isDiJiaoZgsc: z.boolean(),
  /** Imported. */
  jsbSuccess: z.boolean(),
  swbSuccess: z.boolean(),
  zsSuccess: z.boolean(),
}

const submissionRow = z.strictObject({
  entprsCode: z.string(),
  entprsName: z.string(),
  ...submittedFields,
  files: z.array(fileState),
})

const header = z.strictObject({ key: z.string(), title: z.string(), unit: z.string() })

/** Bid files by kind and envelope, and the announced figures. */
export const bidFileCalls = {
  GetTouBiaoRenList: {
    method: 'GET',
    path: '/api/KB_Local/GetTouBiaoRenList',
    auth: 'session',
    action: 'ReadBidders',
    summary: 'Bidders, as far as the caller may see them',
    rules: 'SES-11',
    response: z.array(fileRow),
  },
  getBidFileByCondition: {
    method: 'GET',
    path: '/api/KB_Local/getBidFileByCondition',
    auth: 'session',
    action: 'ReadBidders',
    refuses: ['other-envelope'],
    summary: 'Bid files with their status, by page',
    rules: 'SES-11',
    query: z.strictObject({
      PageIndex: z.coerce.number().int().min(1).default(1),
      PageSize: z.coerce.number().int().min(1).max(9999).default(8),
      BidStage: stage,
    }),
    response: z.strictObject({ total: z.number().int(), rows: z.array(fileRow), seq: z.number().int() }),
  },
  getJMZTbwjCount: {
    method: 'GET',
    path: '/api/KB_Local/getJMZTbwjCount',
    auth: 'session',
    action: 'ReadImportStatus',
    refuses: ['other-envelope'],
    summary:
      'Number of files being opened now: the key has been handed over, the content has not been read yet',
    rules: 'DEC-7',
    query: z.strictObject({ EntprsCode: z.string().max(60).optional(), BidStage: stage }),
    response: z.strictObject({ count: z.number().int(), seq: z.number().int() }),
  },
  getJyptTBStatus: {
    method: 'GET',
    path: '/api/KB_Local/getJyptTBStatus',
    auth: 'session',
    action: 'ReadBidders',
    refuses: ['other-envelope', 'unknown-bidder'],
    summary: 'Files that one bidder has submitted, by kind, as far as the caller may see them',
    rules: 'SES-11',
    query: z.strictObject({ EntprsCode: z.string().max(60), BidStage: stage }),
    response: submissionRow,
  },
  getJyptAllTBStatus: {
    method: 'GET',
    path: '/api/KB_Local/getJyptAllTBStatus',
    auth: 'session',
    action: 'ReadBidders',
    refuses: ['other-envelope'],
    summary: 'Files that every bidder has submitted, by kind, as far as the caller may see them',
    rules: 'SES-11',
    query: z.strictObject({ BidStage: stage }),
    response: z.array(submissionRow),
  },
  GetBidFileUrl: {
    method: 'GET',
    path: '/api/KB_Local/GetBidFileUrl',
    auth: 'session',
    action: 'ReadOwnFile',
    summary:
      'Address of the caller’s own sealed file of a kind; bidFileType with or without the industry’s prefix',
    rules: 'REST-8, BID-1',
    query: z.strictObject({ bidFileType: z.string().min(1).max(10) }),
    response: z.strictObject({
      Result: z.boolean(),
      ResultMessage: z.string(),
      url: z.string().nullable(),
      toolUrl,
    }),
  },
  getToolFile: {
    method: 'GET',
    path: '/api/KB_Local/getToolFile',
    auth: 'none',
    refuses: ['download-missing'],
    summary: 'A file for the tool on the user’s machine; the ticket in its address is valid for five minutes',
    rules: 'REST-8',
    query: z.strictObject({ ticket: z.string().max(2000) }),
    response: z.unknown().meta({ type: 'string', format: 'binary' }),
    produces: 'application/octet-stream',
  },
  getBidFile: {
    method: 'GET',
    path: '/api/KB_Local/getBidFile',
    auth: 'session',
    action: 'ReadOwnFile',
    refuses: ['unknown-file', 'file-missing'],
    summary: 'One of the caller’s own files as submitted, sealed',
    rules: 'REST-8',
    query: z.strictObject({ BidFileId: z.uuid() }),
    response: z.unknown().meta({ type: 'string', format: 'binary' }),
    produces: 'application/octet-stream',
  },
  getFileInfo: {
    method: 'GET',
    path: '/api/KB_Local/getFileInfo',
    auth: 'session',
    action: 'ReadOwnFile',
    refuses: ['unknown-file'],
    summary:
      'The manifest of one of the caller’s own submitted files, with the key wrapped to the certificate',
    rules: 'DEC-6',
    query: z.strictObject({ BidFileId: z.uuid().optional(), BidStage: stage }),
    response: z.strictObject({
      ...bidFileSchema.shape,
      bidFileId: z.uuid(),
      fileName: z.string(),
      manifest: z.string(),
      ciphertextHash: z.string(),
      submittedAt: z.iso.datetime(),
      status: z.string(),
    }),
  },
  getImportStatus: {
    method: 'GET',
    path: '/api/KB_Local/getImportStatus',
    auth: 'session',
    action: 'ReadImportStatus',
    refuses: ['other-envelope'],
    summary: 'Progress of opening and import, of all bidders or of one',
    rules: 'PRG-2',
    query: z.strictObject({
      Qybh: z.string().max(60).optional(),
      /** 0: without the bidders' rows. */
      IsGetJieMiStatus: yesOrNo.optional(),
      BidStage: stage,
    }),
    response: z.strictObject({
      total: z.number().int(),
      imported: z.number().int(),
      failed: z.number().int(),
      /** Files with a key that are not opened yet. */
      opening: z.number().int(),
      /** Progress of the answering server in reading large files, from 0 to 100. */
      reading: z.array(fileProgressSchema),
      rows: z.array(
        z.strictObject({
          entprsCode: z.string(),
          status: z.string(),
          cause: z.string().nullable(),
          files: z.array(fileState),
        }),
      ),
      seq: z.number().int(),
    }),
  },
  setBadBidStatus: commandCall({
    path: '/api/KB_Local/setBadBidStatus',
    command: 'MarkBid',
    summary:
      'Marks a bid as invalid after it was opened or could not be opened, with a note; or removes the mark',
    rules: 'DEC-16',
    body: z.strictObject({
      BidFileGuid: z.uuid(),
      Is_BadBid_Open: yesOrNo,
      BadBidNote: z.string().max(500).default(''),
    }),
    toPayload({ BidFileGuid, Is_BadBid_Open: invalid, BadBidNote: note }, { state }) {
      const bidderCode = bidderOfFile(state, BidFileGuid)
      return bidderCode === null ? 'unknown-file' : { bidderCode, invalid, note }
    },
    fromPayload({ bidderCode, invalid, note }, { state }) {
      const BidFileGuid = fileOfBidder(state, bidderCode)
      return BidFileGuid === null ? null : { BidFileGuid, Is_BadBid_Open: invalid, BadBidNote: note }
    },
  }),
  GetSinColumns: {
    method: 'GET',
    path: '/api/KB_Local/GetSinColumns',
    auth: 'session',
    action: 'ReadOverview',
    refuses: ['other-envelope', 'overview-later'],
    summary: 'The dynamic columns of an envelope’s summary table; with isGetData its rows too',
    rules: 'ANN-6, EVA-2',
    query: z.strictObject({ isGetData: yesOrNo.optional(), BidStage: stage }),
    response: z.strictObject({
      headers: z.array(header),
      rows: z.array(
        z.strictObject({ entprsCode: z.string(), figures: z.record(z.string(), z.string()).nullable() }),
      ),
      seq: z.number().int(),
    }),
  },
  CreateReport_Json: {
    method: 'GET',
    path: '/api/KB_Local/CreateReport_Json',
    auth: 'session',
    action: 'ReadOverview',
    refuses: ['other-envelope', 'overview-later'],
    summary: 'The opening summary table; contains figures from the announcement on',
    rules: 'ANN-6, ANN-14, EVA-2',
    query: z.strictObject({
      Page: z.coerce.number().int().min(1).default(1),
      /** Left out: `announcementPageSize` of the variant. */
      PageSize: z.coerce.number().int().min(1).max(9999).optional(),
      /** No: without IsConfirmKBYLB. */
      returnIsConfirmKBYLB: yesOrNo.optional(),
      BidStage: stage,
    }),
    response: z.strictObject({
      total: z.number().int(),
      headers: z.array(header),
      rows: z.array(
        // Besides these, a field for each of the headers: the figure, null until it is public.
        z.looseObject({
          bidFileId: z.string(),
          entprsCode: z.string(),
          entprsName: z.string(),
          Is_BadBid_Open: z.boolean(),
          isBadBidOpen: z.boolean(),
          isPressurized: z.boolean(),
          isCalBsaeTotalPrice: z.boolean(),
          calBaseTotalPriceReason: z.string(),
          notCalBaseTotalPriceReason: z.string(),
          ...bidFields,
          badBidNote: z.string(),
          /** Not opened by the bidder’s own cause (DEC-10). */
          is_giveup: z.boolean(),
          XHColumn: z.number().int(),
          remark: z.string(),
          /** Who signed the record for the bidder; empty before. */
          signer: z.string(),
          TOTALPRICE: z.string().nullable(),
          GQ: z.string().nullable(),
          /** 0 unconfirmed, 1 confirmed, 2 auto-confirmed (END-4). Whose bid failed is not asked and stays 0 (END-31). */
          IsConfirmKBYLB: z.number().int().optional(),
        }),
      ),
      seq: z.number().int(),
    }),
  },
} as const satisfies Record<string, Call>
