import { z } from 'zod'
import { tenderFileKinds } from '#domain/tender/tender-file.ts'
import type { Call } from '../call.ts'
import { commandCall } from '../command-call.ts'
import { outcomeSchema } from '../outcome.ts'
import { tenderFileRefusals } from '../refusals.ts'
import { toolUrl } from '../tool-url.ts'
import { uploadedFile } from '../uploaded-file.ts'
import { yesOrNo } from '../yes-or-no.ts'

const stage = z.coerce.number().int().min(1).max(2).optional()

/** technical: the tender file; commercial: its business section; control-price (TEN-3). */
export const importKind = z.enum(tenderFileKinds)

/** The answer of an import; a file that is already imported keeps its id. */
export const importedSchema = z.strictObject({ ...outcomeSchema.shape, fileId: z.uuid() })

/** Address of an imported file; Result false comes with the reason. */
const addressSchema = z.strictObject({
  Result: z.boolean(),
  ResultMessage: z.string(),
  /** For `getTenderFile`, under the caller's own authorization. */
  url: z.string().nullable(),
  toolUrl,
  FILE_NAME: z.string(),
  size: z.number().int(),
  /** Hexadecimal. */
  sha256: z.string(),
  seq: z.number().int(),
})

const decimalText = z.string().trim().max(40)

/** A drawn value or its drawer; null until it is drawn. */
const drawn = z.string().nullable()

/** Fields of an evaluation method that nothing in the hall has: always null. */
const unknownOfMethod = {
  projType1: z.null(),
  chouQuXiShu: z.null(),
  zbType: z.null(),
  jyType: z.null(),
  heChengFanWei: z.null(),
  zbkzjqz: z.null(),
  tbbjqz: z.null(),
  is87Decree: z.null(),
  negotiationType: z.null(),
  sheHuiPingJunYueGongZi: z.null(),
  zongFuWuRenYueShu: z.null(),
  jiFeiE: z.null(),
}

/** Import of the tender files and the evaluation parameters. */
export const tenderFileCalls = {
  UploadZhaoBiaoWenJian: {
    method: 'POST',
    path: '/api/KB_Local/UploadZhaoBiaoWenJian',
    auth: 'session',
    action: 'ImportTenderFile',
    refuses: tenderFileRefusals,
    summary: 'Imports a tender file before the opening: form field fileKind, then the file',
    rules: 'TEN-4 to TEN-10',
    consumes: 'multipart/form-data',
    form: z.strictObject({ fileKind: importKind, file: uploadedFile }),
    response: importedSchema,
  },
  getZbjUrl: {
    method: 'GET',
    path: '/api/KB_Local/getZbjUrl',
    auth: 'session',
    action: 'ReadTenderFiles',
    summary: 'Address of the imported tender file',
    rules: 'REST-8, REST-9',
    response: addressSchema,
  },
  getZbsUrl: {
    method: 'GET',
    path: '/api/KB_Local/getZbsUrl',
    auth: 'session',
    action: 'ReadTenderFiles',
    summary: 'Address of the imported commercial file',
    rules: 'REST-8, REST-9',
    response: addressSchema,
  },
  getBdUrl: {
    method: 'GET',
    path: '/api/KB_Local/getBdUrl',
    auth: 'session',
    action: 'ReadTenderFiles',
    summary:
      'Address of the imported control-price file; before the decryption command for the opener’s side and the ' +
      'supervisor only',
    rules: 'REST-8, REST-9, TEN-13',
    response: addressSchema,
  },
  SetPingBiaoCanShuValue: commandCall({
    path: '/api/KB_Local/SetPingBiaoCanShuValue',
    command: 'SetEvaluationParameters',
    summary:
      'Sets evaluation parameters before the opening; a missing field keeps its value, an empty TopPrice removes it',
    rules: 'TEN-11, TEN-12',
    body: z.strictObject({
      HangYe: z.number().int().min(0).max(99).optional(),
      /** In the unit of the first price column, yuan where it names none. */
      TopPrice: decimalText.optional(),
      TopPriceRemark: z.string().trim().max(500).optional(),
      ChouQuCanShu: z.string().trim().max(200).optional(),
      IsXuYaoQingDan: yesOrNo.optional(),
    }),
    // A field left out stays out, because the decision tells it from an empty one.
    toPayload: ({ HangYe, TopPrice, TopPriceRemark, ChouQuCanShu, IsXuYaoQingDan }) => ({
      ...(HangYe === undefined ? {} : { industry: HangYe }),
      ...(TopPrice === undefined ? {} : { controlPrice: TopPrice }),
      ...(TopPriceRemark === undefined ? {} : { controlPriceRemark: TopPriceRemark }),
      ...(ChouQuCanShu === undefined ? {} : { drawNote: ChouQuCanShu }),
      ...(IsXuYaoQingDan === undefined ? {} : { billOfQuantities: IsXuYaoQingDan }),
    }),
    fromPayload: ({ industry, controlPrice, controlPriceRemark, drawNote, billOfQuantities }) => ({
      HangYe: industry,
      TopPrice: controlPrice,
      TopPriceRemark: controlPriceRemark,
      ChouQuCanShu: drawNote,
      IsXuYaoQingDan: billOfQuantities,
    }),
  }),
  GetBidInfo: {
    method: 'GET',
    path: '/api/KB_Local/GetBidInfo',
    auth: 'session',
    action: 'ReadTender',
    summary: 'Evaluation method and parameters, price columns and the panels built from the tender file',
    rules: 'TEN-8, TEN-13',
    query: z.strictObject({ isGetData: yesOrNo.optional(), StageOrd: stage }),
    response: z.strictObject({
      name: z.string(),
      bidStyle: z.number().int(),
      /** Industry category 1, 2 or 4, which proposes the range of F; null where the tender names none. */
      hylb: z.number().int().nullable(),
      /** Code of the industry, as `SetPingBiaoCanShuValue` takes it. */
      HangYe: z.number().int(),
      gclx: z.number().int(),
      pbType: z.number().int(),
      specialty: z.number().int(),
      isDoubleEnvelopes: z.boolean(),
      IsShuangXinFeng: z.boolean(),
      IsXuYaoQingDan: z.boolean(),
      isHaveTbj: z.boolean(),
      isHaveTbs: z.boolean(),
      isHaveTbz: z.boolean(),
      isHaveTbt: z.boolean(),
      isHaveTby: z.boolean(),
      /** In yuan or the first price column's unit; null where there is none or the caller may not see it. */
      topPrice: z.string().nullable(),
      topPriceRemark: z.string(),
      /** 0 none, 1 see document, 2 control price of the opener's side. */
      topPriceType: z.literal([0, 1, 2]),
      chouQuCanShu: z.string(),
      /** Null where the tender does not say. */
      IsNewModel: z.boolean().nullable(),
      basePriceType: z.number().int().nullable(),
      /** Whether the price is negotiated; null where the tender does not say. */
      IsTanPan: z.boolean().nullable(),
      /** The form of the price, as the platform numbers it. */
      priceType: z.number().int().nullable(),
      bidBasePriceCalculationMethod: z.number().int().nullable(),
      /** The kind of project, under the method's name of it. */
      projType: z.number().int(),
      /** As IsXuYaoQingDan. */
      needQingDan: z.boolean(),
      /** Whether a price has started the quotation review group (BAS-8). */
      isEnableQuotationReviewGroup: z.boolean(),
      ...unknownOfMethod,
      /** F as a fraction with four decimals. */
      FValue: drawn,
      aErFa: drawn,
      beiTa: drawn,
      aValue: drawn,
      aChouQuRen: drawn,
      gValue: drawn,
      gChouQuRen: drawn,
      k1: drawn,
      k2: drawn,
      K: drawn,
      J: drawn,
      xiaFuLv: drawn,
      basePriceFloatingPercentage: drawn,
      basePriceEvalFactor: drawn,
      PBBenchmarkPriceCoefficient: drawn,
      columns: z.array(z.unknown()),
      projectInfo: z.array(z.unknown()),
      evaluationRules: z.array(z.unknown()),
      seq: z.number().int(),
    }),
  },
} as const satisfies Record<string, Call>
