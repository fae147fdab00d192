import writeExcelFile, { type CellObject, type Row } from 'write-excel-file/node'
import { figureCell, head, line, merged, text, widestOnA4, widthOf } from './excel-cells.ts'
import { preliminaryNotes } from './preliminary.ts'
import { printSetup } from './print-setup.ts'
import type { Sheet, SheetColumn, SheetOptions } from './sheet-pdf.ts'

/** Longer texts wrap; in digits. */
const widestColumn = 40
/** Title, section and head of the table stand on every page. */
const titleRows = 3

/**
 * A sheet as a workbook (REP-14): the table with its head in row 3, below it facts and notes. Texts are shared strings,
 * so that none becomes a formula.
 */
export async function sheetExcel(sheet: Sheet, options: SheetOptions): Promise<Uint8Array> {
  const name = sheet.title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)
  const widths = sheet.columns.map(({ title }, i) => {
    const cells = sheet.rows.map((row) => row[i] ?? '')
    return Math.min(widestColumn, Math.max(...[title, ...cells].map(widthOf)))
  })
  const isWide = widths.reduce((total, width) => total + width, 0) > widestOnA4
  const table = { data: rowsOf(sheet, options), sheet: name, columns: widths.map((width) => ({ width })) }
  const workbook = writeExcelFile([{ ...table, stickyRowsCount: titleRows, orientation: 'landscape' }], {
    ...{ fontFamily: 'Microsoft YaHei', fontSize: 10 },
    features: [printSetup([name], [titleRows], isWide)],
  })
  return workbook.toBuffer()
}

function rowsOf(sheet: Sheet, { language, preliminary }: SheetOptions): Row[] {
  const { title, columns, rows, facts, notes, signers } = sheet
  const note = preliminary ? preliminaryNotes[language] : ''
  const section = [sheet.sectionCode, sheet.sectionName, note].filter(Boolean).join('  ')
  const wide = columns.length
  return [
    merged({ ...text(title), fontSize: 16, fontWeight: 'bold', align: 'center', height: 28 }, wide),
    merged({ ...text(section), align: 'center', height: 20 }, wide),
    columns.map((column) => ({ ...text(column.title), ...head })),
    ...rows.map((row) => columns.map((column, i) => ({ ...cellOf(row[i] ?? '', column), ...line }))),
    ...(rows.length === 0 ? [merged({ ...text(sheet.none), align: 'center' }, wide)] : []),
    [],
    ...facts.map(([label, value]) => merged(text(`${label}  ${value || '—'}`), wide)),
    ...notes.map((words) => merged({ ...text(words), wrap: true }, wide)),
    ...signers.map((signer) => merged(text(`${signer}：`), wide)),
  ]
}

/** Amounts, which stand at the right with commas between thousands, are numbers. */
function cellOf(value: string, { align }: SheetColumn): CellObject {
  if (align === 'right') return figureCell(value.replaceAll(',', ''))
  return { ...text(value), align: align ?? 'left', alignVertical: 'center', wrap: true }
}
