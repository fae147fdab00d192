import { z } from 'zod'
import { canonicalJson } from '../log/canonical-json.ts'
import { type Column, columnSchema, type Tender, tenderSchema } from './tender.ts'

/** What is imported in step 1: the technical tender file, the commercial one, the control price's. */
export const tenderFileKinds = ['technical', 'commercial', 'control-price'] as const
export type TenderFileKind = (typeof tenderFileKinds)[number]

/** The files that a section takes: technical always, commercial with gclx 1, 2, 3, control price with 1 (TEN-3). */
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

/** A tender file as it was last imported. */
export const importedTenderFileSchema = z
  .strictObject({
    ...tenderFileShape,
    at: z.string(),
    /** Read from a container; a `.pdf` is kept as it is, and nothing is read from it. */
    isRead: z.boolean(),
    attachments: tenderAttachmentsSchema,
  })
  .readonly()
export type ImportedTenderFile = z.infer<typeof importedTenderFileSchema>

const isPrice = (column: Column) => column.kind === 'money'

/** Price columns are money, the rest of the bid form is not: either part can be replaced without the other. */
export const priceColumnsSchema = z.array(columnSchema.refine(isPrice, 'a price is money')).max(40)
export const bidFormSchema = z
  .array(columnSchema.refine((column) => !isPrice(column), 'prices have a list of their own'))
  .max(40)

/** Evaluation parameters that a tender file may say (TEN-8); what it leaves out stays as it is. */
export const tenderParametersSchema = z.strictObject({
  evaluationMethod: tenderSchema.shape.evaluationMethod.optional(),
  bidStyle: tenderSchema.shape.bidStyle.optional(),
  industry: tenderSchema.shape.industry.optional(),
  specialty: tenderSchema.shape.specialty.optional(),
  ceilingPrice: tenderSchema.shape.ceilingPrice,
  ceilingRemark: tenderSchema.shape.ceilingRemark,
  billOfQuantities: tenderSchema.shape.billOfQuantities,
  drawNote: tenderSchema.shape.drawNote,
  /** What has to be drawn, and out of what. */
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

/** The same as it is disclosed, with the file that it was read from. */
export const disclosedControlPriceSchema = z.strictObject({
  ...controlPriceShape,
  file: importedTenderFileSchema.nullable(),
})

/** What is wrong with a control price as typed; an empty one says that there is none (TEN-12). */
export function controlPriceProblem(typed: string): 'amount-not-positive' | 'amount-decimals' | null {
  if (typed === '' || /^\d{1,16}(\.\d{1,2})?$/.test(typed)) return null
  return /^\d+(\.\d*)?$/.test(typed) ? 'amount-decimals' : 'amount-not-positive'
}

/** What a tender file says of its section, in due form; empty lists say nothing. */
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

/** All that a container says. A commercial file has price columns alone, a control price's file its price alone. */
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

/** The tender with what a file says put into the place of what was said before. */
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

/** Prices first. Where a file asks for the same columns in another order, they stay as bidders know them. */
function columnsWith(now: readonly Column[], { priceColumns, bidForm }: TenderContent): Column[] {
  const prices = priceColumns.length > 0 ? priceColumns : now.filter(isPrice)
  const others = bidForm.length > 0 ? bidForm : now.filter((column) => !isPrice(column))
  const next = [...prices, ...others]
  return sameColumns(now, next) ? [...now] : next
}

/** Whether two bid forms ask for the same, in whatever order. */
function sameColumns(some: readonly Column[], others: readonly Column[]): boolean {
  const texts = (columns: readonly Column[]) => columns.map((column) => canonicalJson(column)).sort()
  return canonicalJson(texts(some)) === canonicalJson(texts(others))
}

/** What is another in the second tender, for whoever reads the log. */
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
