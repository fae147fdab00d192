import type { Feature, Image } from 'write-excel-file/node'

/** A file's content as the package takes it; it names the type nowhere else. */
type FileContent = Image extends { content: infer Content } ? Content : never

/** How many rows at the top of a sheet are its title, by sheet; null: the sheet has none. */
export type TitleRows = readonly (number | null)[]

/** Paper sizes as a sheet names them. */
const paper = { a3: 8, a4: 9 } as const

/**
 * Prints every sheet as wide as the page, and its title rows on every page (`write-excel-file` writes neither by itself).
 * `names` are the sheets' names, in order; wide sheets are printed on A3.
 */
export function printSetup(
  names: readonly string[],
  titles: TitleRows,
  isWide = false,
): Feature<FileContent> {
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          // The first element of a sheet.
          transform: (xml) =>
            xml.replace(/<worksheet[^>]*>/, '$&<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'),
          transformElementAttributes: (tag, attributes) =>
            tag === 'pageSetup'
              ? { ...attributes, paperSize: isWide ? paper.a3 : paper.a4, fitToWidth: 1, fitToHeight: 0 }
              : attributes,
        },
        'xl/workbook.xml': {
          transform: (xml) => {
            const defined = names.flatMap((name, i) => {
              const rows = titles[i]
              if (!rows) return []
              const range = `'${escaped(name.replaceAll("'", "''"))}'!$1:$${rows}`
              return [`<definedName name="_xlnm.Print_Titles" localSheetId="${i}">${range}</definedName>`]
            })
            return xml.replace(
              /<definedNames\s*\/>|<definedNames>.*?<\/definedNames>/,
              `<definedNames>${defined.join('')}</definedNames>`,
            )
          },
        },
      },
    },
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
