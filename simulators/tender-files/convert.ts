import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { TenderInput } from '#domain/tender/tender.ts'
import type { TenderFileKind } from '#domain/tender/tender-file.ts'
import { suffixesOf } from '#protocol/tender-file/manifest.ts'
import { type AttachedFile, type TenderDescription, writeTenderFile } from '#protocol/tender-file/write.ts'

/** A tender file with its name. */
export interface MadeTenderFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Creates a tender file from a JSON description and attachments. Throws when the description is invalid. */
export function convert(json: string, attached: readonly string[] = []): Uint8Array {
  const files = attached.map((path) => ({ name: basename(path), bytes: new Uint8Array(readFileSync(path)) }))
  return writeTenderFile(JSON.parse(json) as TenderDescription, files)
}

/** The default suffix of tender files of this kind. */
export function suffixFor(kind: TenderFileKind, projectKind: number): string {
  return suffixesOf(kind, projectKind)[0] ?? '.zbj'
}

/** The tender file of a section with the same content that its platform published. */
export function tenderFileOf(
  tender: Omit<TenderInput, 'opensAt'>,
  attachments: readonly AttachedFile[] = [],
): MadeTenderFile {
  const { sectionCode, evaluationMethod, bidStyle, industry, specialty, ceilingPrice, columns } = tender
  const description: TenderDescription = {
    ...{ kind: 'technical', sectionCode },
    projectInfo: tender.projectInfo ?? [],
    evaluationRules: tender.evaluationRules ?? [],
    parameters: {
      evaluationMethod,
      bidStyle,
      industry,
      specialty,
      ...(ceilingPrice ? { ceilingPrice } : {}),
    },
    priceColumns: columns.filter(({ kind }) => kind === 'money'),
    bidForm: columns.filter(({ kind }) => kind !== 'money'),
  }
  const name = `${sectionCode}${suffixFor('technical', tender.projectKind)}`
  return { name, bytes: writeTenderFile(description, attachments) }
}
