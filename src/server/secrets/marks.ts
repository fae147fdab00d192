import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The tables whose rows say who somebody is, with evidence of windows, and with what the platform reported. */
const markedTables = [
  ...(['account', 'login', 'qr-code', 'single-use'] as const),
  ...(['node-beat', 'hall-outage', 'bidder-line'] as const),
  ...(['deposit', 'bidder-contact'] as const),
] as const
export type MarkedTable = (typeof markedTables)[number]

/** What a mark covers, in a fixed order. */
export type MarkedFields = readonly (string | number | boolean | null)[]

/** Marks of rows: whoever has only the database cannot make them (KEY-5). */
export interface Marks {
  of(table: MarkedTable, fields: MarkedFields): string
  /** Whether the hall made the row's mark over these fields. */
  isRight(table: MarkedTable, fields: MarkedFields, mark: string | null): boolean
}

/** A text as the database keeps it: a lone surrogate is replaced. */
function asStored(field: MarkedFields[number]): MarkedFields[number] {
  return typeof field === 'string' ? Buffer.from(field).toString() : field
}

/**
 * HMAC-SHA-256 over the fields as JSON, with a key of its own for each table. `onWrong` is called with the first field,
 * the row's primary key, of a row with a wrong mark.
 */
export function createMarks(
  secret: Uint8Array,
  onWrong: (table: MarkedTable, id: string) => void = () => {},
): Marks {
  const derived = (table: MarkedTable) =>
    [table, Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `kaibiao mark ${table}`, 32))] as const
  const keys = new Map(markedTables.map(derived))

  function digest(table: MarkedTable, fields: MarkedFields): Buffer {
    const key = keys.get(table)
    if (!key) throw new Error(`${table} has no key`)
    return createHmac('sha256', key)
      .update(JSON.stringify(fields.map(asStored)))
      .digest()
  }

  return {
    of: (table, fields) => digest(table, fields).toString('base64url'),
    isRight(table, fields, mark) {
      const given = Buffer.from(mark ?? '', 'base64url')
      const right = digest(table, fields)
      const isRight = given.length === right.length && timingSafeEqual(given, right)
      if (!isRight) onWrong(table, String(fields[0]))
      return isRight
    },
  }
}
