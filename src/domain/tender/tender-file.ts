import { z } from 'zod'
import { canonicalJson } from '../log/canonical-json.ts'
import { type Column, columnSchema, itemsProblem, type Tender, tenderSchema } from './tender.ts'

/** The kinds of tender files: technical, commercial, control price. */
export const tenderFileKinds = ['technical', 'commercial', 'control-price'] as const
export type TenderFileKind = (typeof tenderFileKinds)[number]

/** The kinds of tender files that a section takes (TEN-3). */
export function tenderFileKindsOf(projectKind: number): readonly TenderFileKind[] {
  const takes: Readonly<Record<TenderFileKind, boolean>> = {
    technical: true,
    commercial: projectKind >= 1 && projectKind <= 3,
    'control-price': projectKind === 1,
  }
  return tenderFileKinds.filter((kind) => takes[kind])
}

/** A file in the file store. `size` in bytes, `sha256` in hexadecimal. */
const tenderFileShape = {
  fileId: z.string(),
  fileName: z.string(),
  size: z.number().int(),
  sha256: z.string(),
}
export const tenderFileSchema = z.strictObject(tenderFileShape).readonly()
export type TenderFile = z.infer<typeof tenderFileSchema>

/** A document inside a tender file. */
const tenderAttachmentSchema = z.strictObject({ name: z.string(), size: z.number().int() }).readonly()
export const tenderAttachmentsSchema = z.array(tenderAttachmentSchema).readonly()
export type TenderAttachment = z.infer<typeof tenderAttachmentSchema>

/** The last import of a tender file. */
export const importedTenderFileSchema = z
  .strictObject({
    ...tenderFileShape,
    at: z.string(),
    /** False for a `.pdf`, which is kept without being read. */
    isRead: z.boolean(),
    attachments: tenderAttachmentsSchema,
  })
  .readonly()
export type ImportedTenderFile = z.infer<typeof importedTenderFileSchema>

const isPrice = (column: Column) => column.kind === 'money'

/** Price columns (money) and the other columns are two lists, so that one can be replaced without the other. */
export const priceColumnsSchema = z
  .array(columnSchema.refine(isPrice, 'a price is money'))
  .refine((list) => itemsProblem(list) === null, {
    error: ({ input }) => itemsProblem(input as Column[]) ?? '',
  })
export const bidFormSchema = z
  .array(columnSchema.refine((column) => !isPrice(column), 'prices have a list of their own'))
  .max(40)

/** Evaluation parameters of a tender file (TEN-8); missing ones stay as they are. */
export const tenderParametersSchema = z.strictObject({
  evaluationMethod: tenderSchema.shape.evaluationMethod.optional(),
  bidStyle: tenderSchema.shape.bidStyle.optional(),
  industry: tenderSchema.shape.industry.optional(),
  specialty: tenderSchema.shape.specialty.optional(),
  ceilingPrice: tenderSchema.shape.ceilingPrice,
  ceilingRemark: tenderSchema.shape.ceilingRemark,
  billOfQuantities: tenderSchema.shape.billOfQuantities,
  drawNote: tenderSchema.shape.drawNote,
  /** What is drawn, and from which ranges. */
  evaluation: tenderSchema.shape.evaluation,
})

export const controlPriceSchema = z.strictObject({
  /** In the unit of the first price column, yuan where it names none. */
  price: z.string().regex(/^\d{1,16}(\.\d{1,2})?$/, 'an amount with at most two decimals'),
  remark: z.string().trim().max(500).default(''),
})
/** The control price (TopPrice), in the unit of the first price column; `price` null: none is set. */
const controlPriceShape = { price: z.string().nullable(), remark: z.string() }
export const setControlPriceSchema = z.strictObject(controlPriceShape).readonly()
export type ControlPrice = z.infer<typeof setControlPriceSchema>

/** The disclosed control price, with the file it was read from. */
export const disclosedControlPriceSchema = z.strictObject({
  ...controlPriceShape,
  file: importedTenderFileSchema.nullable(),
})

/** What is wrong with a control price as typed (TEN-12); null when nothing is. Empty means none. */
export function controlPriceProblem(typed: string): 'amount-not-positive' | 'amount-decimals' | null {
  if (typed === '' || /^\d{1,16}(\.\d{1,2})?$/.test(typed)) return null
  return /^\d+(\.\d*)?$/.test(typed) ? 'amount-decimals' : 'amount-not-positive'
}

/** The content of a tender file; empty lists leave the tender as it is. */
export const tenderContentSchema = z
  .strictObject({
    projectInfo: tenderSchema.shape.projectInfo,
    evaluationRules: tenderSchema.shape.evaluationRules,
    parameters: tenderParametersSchema,
    priceColumns: z.array(columnSchema).readonly(),
    bidForm: z.array(columnSchema).readonly(),
  })
  .readonly()
export type TenderContent = z.infer<typeof tenderContentSchema>

/** The content of a container. A commercial file has only price columns, a control-price file only its price. */
export const tenderFileSaysSchema = z
  .strictObject({
    kind: z.enum(tenderFileKinds),
    sectionCode: z.string(),
    content: tenderContentSchema.nullable(),
    controlPrice: setControlPriceSchema.nullable(),
    attachments: tenderAttachmentsSchema,
  })
  .readonly()
export type TenderFileSays = z.infer<typeof tenderFileSaysSchema>

/** Parts of a tender that an import can change. */
export const tenderParts = ['project-info', 'evaluation-rules', 'parameters', 'columns'] as const
export type TenderPart = (typeof tenderParts)[number]

/** The tender with the content of a file merged in. */
export function withContent(tender: Tender, content: TenderContent): Tender {
  const { projectInfo, evaluationRules, parameters } = content
  return {
    ...tender,
    ...parameters,
    projectInfo: projectInfo.length > 0 ? projectInfo : tender.projectInfo,
    evaluationRules: evaluationRules.length > 0 ? evaluationRules : tender.evaluationRules,
    columns: columnsWith(tender.columns, content),
  }
}

/** Price columns first. The same columns in another order keep the order that bidders know. */
function columnsWith(now: readonly Column[], { priceColumns, bidForm }: TenderContent): Column[] {
  const prices = priceColumns.length > 0 ? priceColumns : now.filter(isPrice)
  const others = bidForm.length > 0 ? bidForm : now.filter((column) => !isPrice(column))
  const next = [...prices, ...others]
  return sameColumns(now, next) ? [...now] : next
}

/** Whether two bid forms have the same columns, in any order. */
function sameColumns(some: readonly Column[], others: readonly Column[]): boolean {
  const texts = (columns: readonly Column[]) => columns.map((column) => canonicalJson(column)).sort()
  return canonicalJson(texts(some)) === canonicalJson(texts(others))
}

/** The parts in which two tenders differ, for the log. */
export function changedParts(before: Tender, after: Tender): TenderPart[] {
  const parameters = (tender: Tender) =>
    Object.keys(tenderParametersSchema.shape).map((name) => tender[name as keyof TenderContent['parameters']])
  const differs = (one: unknown, other: unknown) =>
    canonicalJson(one ?? null) !== canonicalJson(other ?? null)
  const changed: Readonly<Record<TenderPart, boolean>> = {
    'project-info': differs(before.projectInfo, after.projectInfo),
    'evaluation-rules': differs(before.evaluationRules, after.evaluationRules),
    parameters: parameters(before).some((value, i) => differs(value, parameters(after)[i])),
    columns: !sameColumns(before.columns, after.columns),
  }
  return tenderParts.filter((part) => changed[part])
}
