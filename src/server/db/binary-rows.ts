/*
 * Lists of rows as PostgreSQL arrays in their binary form, which the driver passes on unchanged. In the text form every
 * value would be quoted and escaped here and parsed again by the server.
 */

/** Object ids in PostgreSQL's catalogue, the same in every database. */
const typeIds = { uuid: 2950, integer: 23, text: 25, json: 114, bytea: 17 } as const

/** Dimensions, null flag, element type; length and lower bound of the one dimension. */
const headerLength = 20
/** The type and the length of a value in a row. */
const fieldLength = 8
/** UTF-8 bytes of one UTF-16 code unit at most. */
const widest = 3

/** A list under construction. The buffer is kept from list to list and grows to the longest. */
interface RowList {
  readonly columns: number
  bytes: Buffer
  end: number
  rows: number
  /** Where the current row begins. */
  rowAt: number
}

/** A list builder for rows of a composite type: `row` begins a row, then each value is added in column order. */
export function createRows(columns: number) {
  const list: RowList = { columns, bytes: Buffer.allocUnsafe(16_384), end: headerLength, rows: 0, rowAt: 0 }
  return {
    /** Begins the next row: as many values follow as the type has columns. */
    row: () => beginRow(list),
    /** 16 bytes. */
    uuid: (value: Uint8Array) => putBytes(list, typeIds.uuid, value),
    integer: (value: number | null) =>
      value === null ? putNull(list, typeIds.integer) : putInteger(list, value),
    text: (value: string | null) =>
      value === null ? putNull(list, typeIds.text) : putText(list, typeIds.text, value),
    /** The text of a JSON value, stored unchanged. */
    json: (value: string) => putText(list, typeIds.json, value),
    bytea: (value: Uint8Array | null) =>
      value === null ? putNull(list, typeIds.bytea) : putBytes(list, typeIds.bytea, value),
    /** The list as a parameter for `$n::<row type>[]`, and begins the next one; `rowType` is its `pg_type.oid`. */
    take: (rowType: number) => take(list, rowType),
    /** Forgets rows that were not taken. */
    clear: () => clear(list),
  }
}

function beginRow(list: RowList): void {
  endRow(list)
  reserve(list, 8)
  list.rowAt = list.end
  put(list.bytes, list.columns, list.end + 4)
  list.end += 8
  list.rows += 1
}

/** Writes the length of the row that ends here. */
function endRow({ bytes, end, rows, rowAt }: RowList): void {
  if (rows > 0) put(bytes, end - rowAt - 4, rowAt)
}

function take(list: RowList, rowType: number): Buffer {
  endRow(list)
  const { bytes, end, rows } = list
  put(bytes, 1, 0)
  put(bytes, 0, 4)
  put(bytes, rowType, 8)
  put(bytes, rows, 12)
  put(bytes, 1, 16)
  const taken = Buffer.from(bytes.subarray(0, end))
  clear(list)
  return taken
}

function clear(list: RowList): void {
  list.end = headerLength
  list.rows = 0
}

function putNull(list: RowList, type: number): void {
  reserve(list, fieldLength)
  putField(list, type, -1)
}

function putInteger(list: RowList, value: number): void {
  reserve(list, fieldLength + 4)
  putField(list, typeIds.integer, 4)
  put(list.bytes, value, list.end)
  list.end += 4
}

function putText(list: RowList, type: number, text: string): void {
  reserve(list, fieldLength + text.length * widest)
  const length = list.bytes.write(text, list.end + fieldLength)
  putField(list, type, length)
  list.end += length
}

function putBytes(list: RowList, type: number, value: Uint8Array): void {
  reserve(list, fieldLength + value.length)
  putField(list, type, value.length)
  list.bytes.set(value, list.end)
  list.end += value.length
}

function putField(list: RowList, type: number, length: number): void {
  put(list.bytes, type, list.end)
  put(list.bytes, length, list.end + 4)
  list.end += fieldLength
}

function reserve(list: RowList, length: number): void {
  const { bytes, end } = list
  if (end + length <= bytes.length) return
  list.bytes = Buffer.allocUnsafe((end + length) * 2)
  bytes.copy(list.bytes, 0, 0, end)
}

/** Big-endian, two's complement. */
function put(bytes: Buffer, value: number, at: number): void {
  bytes[at] = value >>> 24
  bytes[at + 1] = value >>> 16
  bytes[at + 2] = value >>> 8
  bytes[at + 3] = value
}

/** The 16 bytes of a UUID. */
export function uuidBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}
