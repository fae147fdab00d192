import { Decimal } from 'decimal.js'
import readExcel from 'read-excel-file/node'

/** Every cell of a workbook as text, so that a rounded number shows up as a difference. */
export async function readRows(workbook: Uint8Array): Promise<string[][]> {
  const sheets = await readExcel(Buffer.from(workbook), { trim: false, parseNumber: (text: string) => text })
  return sheets
    .flatMap(({ data }) => data)
    .map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
}

/** Whether both are the same number, whatever zeros they end in. */
export function isSameNumber(one: string, other: string): boolean {
  const plain = /^\d+(\.\d+)?$/
  return plain.test(one) && plain.test(other) && new Decimal(one).equals(other)
}

/** What is missing of the cells that some row with this name must have; null where no row has the name. */
export function missingCells(
  rows: readonly (readonly string[])[],
  name: string,
  wanted: readonly string[],
): string[] | null {
  const own = rows.filter((row) => row.includes(name)).flat()
  if (own.length === 0) return null
  return wanted.filter((one) => !own.some((cell) => cell === one || isSameNumber(cell, one)))
}
