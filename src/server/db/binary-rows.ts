/*
 * Lists of rows as PostgreSQL's arrays in their binary form, which the driver passes on as they are: its own text form
 * quotes and escapes every value here, and has it all undone there.
 */

/** Of PostgreSQL's catalogue, the same in every database. */
const typeIds = { uuid: 2950, integer: 23, text: 25, json: 114, bytea: 17 } as const

/** Dimensions, whether there are nulls, the elements' type; length and lower bound of the one dimension. */
const headerLength = 20
/** The type and the length of a value in a row. */
const fieldLength = 8
/** UTF-8 bytes of one UTF-16 code unit at most. */
const widest = 3

/**
 * Where rows of a composite type are put together, value by value in the order of its columns; `take` hands the list
 * out and begins the next one. Kept from list to list: it grows to the longest.
 */
export function createRows(columns: number) {
  let bytes = Buffer.allocUnsafe(16_384)
  let end = headerLength
  let rows = 0
  /** Where the length of the row stands that is put together. */
  let rowAt = 0

  function reserve(length: number): void {
    if (end + length <= bytes.length) return
    const larger = Buffer.allocUnsafe((end + length) * 2)
    bytes.copy(larger, 0, 0, end)
    bytes = larger
  }

  /** Big-endian, two's complement. */
  function put(value: number, at: number): void {
    bytes[at] = value >>> 24
    bytes[at + 1] = value >>> 16
    bytes[at + 2] = value >>> 8
    bytes[at + 3] = value
  }

  function field(type: number, length: number): void {
    put(type, end)
    put(length, end + 4)
    end += fieldLength
  }

  function putNull(type: number): void {
    reserve(fieldLength)
    field(type, -1)
  }

  function putText(type: number, text: string): void {
    reserve(fieldLength + text.length * widest)
    const length = bytes.write(text, end + fieldLength)
    field(type, length)
    end += length
  }

  function putBytes(type: number, value: Uint8Array): void {
    reserve(fieldLength + value.length)
    field(type, value.length)
    bytes.set(value, end)
    end += value.length
  }

  function endRow(): void {
    if (rows > 0) put(end - rowAt - 4, rowAt)
  }

  function clear(): void {
    end = headerLength
    rows = 0
  }

  return {
    /** Begins the next row: as many values follow as the type has columns. */
    row(): void {
      endRow()
      reserve(8)
      rowAt = end
      put(columns, end + 4)
      end += 8
      rows += 1
    },
    /** 16 bytes. */
    uuid: (value: Uint8Array) => putBytes(typeIds.uuid, value),
    integer(value: number | null): void {
      if (value === null) {
        putNull(typeIds.integer)
        return
      }
      reserve(fieldLength + 4)
      field(typeIds.integer, 4)
      put(value, end)
      end += 4
    },
    text: (value: string | null) => (value === null ? putNull(typeIds.text) : putText(typeIds.text, value)),
    /** The text of a JSON value, kept to the letter. */
    json: (value: string) => putText(typeIds.json, value),
    bytea: (value: Uint8Array | null) =>
      value === null ? putNull(typeIds.bytea) : putBytes(typeIds.bytea, value),
    /** A parameter for `$n::<row type>[]`; `rowType` is its `pg_type.oid`. */
    take(rowType: number): Buffer {
      endRow()
      put(1, 0)
      put(0, 4)
      put(rowType, 8)
      put(rows, 12)
      put(1, 16)
      const list = Buffer.from(bytes.subarray(0, end))
      clear()
      return list
    },
    /** Forgets rows that were not taken. */
    clear,
  }
}

/** The 16 bytes of a UUID. */
export function uuidBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}
