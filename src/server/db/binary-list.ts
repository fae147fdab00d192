/*
 * Lists as PostgreSQL's arrays in their binary form, which the driver passes on as they are: its own text form quotes
 * and escapes every element here, and has it all undone there.
 */

/** A text for `text` and `json`, a number for `integer`, bytes for `bytea` and `uuid`. */
export type Element = string | number | Uint8Array | null

/** Of PostgreSQL's catalogue, the same in every database. */
const typeIds = { uuid: 2950, integer: 23, text: 25, json: 114, bytea: 17 } as const
export type ElementType = keyof typeof typeIds

/** Dimensions, whether there are nulls, the elements' type; length and lower bound of the one dimension. */
const headerLength = 20
const lengthBytes = 4
/** UTF-8 bytes of one UTF-16 code unit at most. */
const widest = 3

/** Where a list is put together; it grows to the longest one. */
let scratch = Buffer.allocUnsafe(65_536)

/** A parameter for `$n::<type>[]`. Throws on a number for a list of texts and the like. */
export function binaryList(type: ElementType, elements: readonly Element[]): Buffer {
  reserve(0, headerLength)
  const putElement = put[type] as (element: Exclude<Element, null>, at: number) => number
  let end = headerLength
  let nulls = 0
  for (const element of elements) {
    if (element === null) {
      nulls = 1
      reserve(end, lengthBytes)
      end = writeInteger(-1, end)
    } else {
      const length = putElement(element, end + lengthBytes)
      end = writeInteger(length, end) + length
    }
  }
  return finished(typeIds[type], nulls, elements.length, end)
}

/**
 * Rows as one parameter for `$n::<row type>[]`, of as many values as the type has columns: for the database it is much
 * less work than to put rows together from a list for each column. `rowType` is its `pg_type.oid`.
 */
export function binaryRows(
  rowType: number,
  columns: readonly ElementType[],
  rows: readonly (readonly Element[])[],
): Buffer {
  let end = headerLength
  for (const row of rows) {
    const start = end + lengthBytes
    reserve(end, 2 * lengthBytes)
    end = writeInteger(columns.length, start)
    for (let i = 0; i < columns.length; i += 1) end = putField(columns[i] ?? 'text', row[i] ?? null, end)
    writeInteger(end - start, start - lengthBytes)
  }
  return finished(rowType, 0, rows.length, end)
}

/** Its type, its length and what it is; returns where it ends. */
function putField(type: ElementType, element: Element, at: number): number {
  reserve(at, 2 * lengthBytes)
  const start = writeInteger(typeIds[type], at) + lengthBytes
  if (element === null) return writeInteger(-1, start - lengthBytes)
  const length = (put[type] as (element: Exclude<Element, null>, at: number) => number)(element, start)
  writeInteger(length, start - lengthBytes)
  return start + length
}

function finished(elementType: number, nulls: number, count: number, end: number): Buffer {
  reserve(0, headerLength)
  writeInteger(1, 0)
  writeInteger(nulls, 4)
  writeInteger(elementType, 8)
  writeInteger(count, 12)
  writeInteger(1, 16)
  return Buffer.from(scratch.subarray(0, end))
}

/** The 16 bytes of a UUID. */
export function uuidBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

/** Puts an element at its place, with room for its length before it, and returns its length in bytes. */
const put = { uuid: putBytes, integer: putInteger, text: putText, json: putText, bytea: putBytes }

function putInteger(value: number, at: number): number {
  reserve(at, 4)
  writeInteger(value, at)
  return 4
}

function putText(text: string, at: number): number {
  reserve(at, text.length * widest)
  return scratch.write(text, at)
}

function putBytes(bytes: Uint8Array, at: number): number {
  reserve(at, bytes.length)
  scratch.set(bytes, at)
  return bytes.length
}

/** Big-endian, two's complement; returns where it ends. */
function writeInteger(value: number, at: number): number {
  scratch[at] = value >>> 24
  scratch[at + 1] = value >>> 16
  scratch[at + 2] = value >>> 8
  scratch[at + 3] = value
  return at + lengthBytes
}

function reserve(at: number, length: number): void {
  if (at + length <= scratch.length) return
  const larger = Buffer.allocUnsafe((at + length) * 2)
  scratch.copy(larger, 0, 0, at)
  scratch = larger
}
