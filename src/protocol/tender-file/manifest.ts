import { z } from 'zod'
import { tenderSchema } from '#domain/tender/tender.ts'
import {
  bidFormSchema,
  controlPriceSchema,
  priceColumnsSchema,
  type TenderAttachment,
  type TenderContent,
  type TenderFileKind,
  type TenderFileSays,
  tenderParametersSchema,
} from '#domain/tender/tender-file.ts'

/**
 * The tender-file container, version 1: `.zbj` of engineering, `.zczbj` of government procurement, `.zbs` of commercial
 * terms and control prices.
 *
 * 1. A zip archive (no ZIP64, no encryption) with `manifest.json` and `attachments/<name>`, and nothing else.
 *    Entries are stored or deflated.
 * 2. `manifest.json` is UTF-8 JSON of at most 1 MB, as `manifestSchema` has it; unknown fields are refused. `kind` says
 *    which of the three files it is, `sectionCode` whose: a file of another section is not imported.
 * 3. A technical file has project info and evaluation rules (the panels of step 1), evaluation parameters, price
 *    columns and the rest of the bid form. Empty or missing lists leave what the trading platform published. A
 *    commercial file has price columns alone; a control-price file the price alone, in the unit of the first price
 *    column (yuan where it names none).
 * 4. Price columns are of kind `money`; columns of the bid form are `integer` or `text`. Keys are unique among both.
 * 5. Attachments are plain names (rule 3 of the sealed bid): no path, no control or direction characters, at most 120
 *    characters, unique without regard to case; at most 200 of them, at most 500 MB unpacked. `attachments` in the
 *    manifest lists each with its size: the archive has these and no others.
 *
 * A reader unpacks only the manifest, so no archive can be a bomb.
 */
export const tenderFileFormat = 'kaibiao-tender/1'

export const manifestEntryName = 'manifest.json'
export const attachmentsFolder = 'attachments/'
export const maxManifestBytes = 1024 * 1024
export const maxAttachments = 200
export const maxAttachedBytes = 500 * 1024 * 1024
const maxNameLength = 120

/** The suffixes that an import accepts, by kind, of those that the variant takes (TEN-4). */
export function suffixesTaken(
  kind: TenderFileKind,
  projectKind: number,
  { tenderSuffixes }: { readonly tenderSuffixes: readonly string[] },
): readonly string[] {
  return suffixesOf(kind, projectKind).filter((suffix) => tenderSuffixes.includes(suffix))
}

/** The suffixes of a kind (TEN-4); `.zczbj` is for government procurement (gclx 2 and 6). */
export function suffixesOf(kind: TenderFileKind, projectKind: number): readonly string[] {
  if (kind !== 'technical') return ['.zbs', '.pdf']
  if (projectKind === 6) return ['.zczbj', '.pdf']
  return projectKind === 2 ? ['.zczbj', '.zbj', '.pdf'] : ['.zbj', '.pdf']
}

/** Whether a file's name has one of these suffixes, in any case. */
export function hasSuffix(fileName: string, suffixes: readonly string[]): boolean {
  return suffixes.some((suffix) => fileName.toLowerCase().endsWith(suffix) && fileName.length > suffix.length)
}

/** Whether a name is safe to store and to show on any system. */
export function isAttachmentName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= maxNameLength &&
    !/[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name) &&
    !/^[.\s]|[.\s]$/u.test(name)
  )
}

const attachments = z
  .array(
    z.strictObject({
      name: z.string().refine(isAttachmentName, 'a plain file name expected'),
      size: z.int().min(0).max(maxAttachedBytes),
    }),
  )
  .max(maxAttachments)
  .default([])

const about = {
  format: z.literal(tenderFileFormat),
  sectionCode: tenderSchema.shape.sectionCode,
  attachments,
}

export const manifestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...about,
    kind: z.literal('technical'),
    projectInfo: tenderSchema.shape.projectInfo,
    evaluationRules: tenderSchema.shape.evaluationRules,
    parameters: tenderParametersSchema.default({}),
    priceColumns: priceColumnsSchema.default([]),
    bidForm: bidFormSchema.default([]),
  }),
  z.strictObject({ ...about, kind: z.literal('commercial'), priceColumns: priceColumnsSchema.min(1) }),
  z.strictObject({ ...about, kind: z.literal('control-price'), ...controlPriceSchema.shape }),
])
export type TenderManifest = z.infer<typeof manifestSchema>
/** A manifest as input: fields with defaults may be left out. */
export type TenderManifestInput = z.input<typeof manifestSchema>

const nothing: TenderContent = {
  projectInfo: [],
  evaluationRules: [],
  parameters: {},
  priceColumns: [],
  bidForm: [],
}

/** A manifest in the domain's terms. */
export function saysOf(manifest: TenderManifest): TenderFileSays {
  const { kind, sectionCode } = manifest
  const listed: readonly TenderAttachment[] = manifest.attachments
  const said = { kind, sectionCode, attachments: listed, content: null, controlPrice: null }
  switch (manifest.kind) {
    case 'technical': {
      const { projectInfo, evaluationRules, parameters, priceColumns, bidForm } = manifest
      return { ...said, content: { projectInfo, evaluationRules, parameters, priceColumns, bidForm } }
    }
    case 'commercial':
      return { ...said, content: { ...nothing, priceColumns: manifest.priceColumns } }
    case 'control-price':
      return { ...said, controlPrice: { price: manifest.price, remark: manifest.remark } }
  }
}
