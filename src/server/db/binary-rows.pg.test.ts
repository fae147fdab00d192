import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/support/pg-database.ts'
import { createRows, uuidBytes } from './binary-rows.ts'

let pool: pg.Pool
let type: number
let drop: () => Promise<void>

beforeAll(async () => {
  const fresh = await freshDatabase()
  pool = new pg.Pool({ connectionString: fresh.url })
  drop = fresh.drop
  await pool.query('create type piece as (id uuid, number integer, text text, value json, bytes bytea)')
  const found = await pool.query<{ type: number }>(`select 'piece'::regtype::oid::integer as type`)
  type = found.rows[0]?.type ?? 0
})

afterAll(async () => {
  await pool.end()
  await drop()
})

const rows = createRows(5)

/** The rows as PostgreSQL reads them. */
async function readBack(list: Buffer): Promise<unknown[][]> {
  const { rows } = await pool.query({
    text: 'select id, number, text, value::text, bytes from unnest($1::piece[])',
    values: [list],
    rowMode: 'array',
  })
  return rows as unknown[][]
}

test('rows arrive complete and in order, nulls included, and each list begins empty', async () => {
  const [id, long] = [randomUUID(), '标'.repeat(40_000)]
  const values = [
    { number: -7, text: 'é"\\,{}', json: '{"b": 1,  "a": "\\"开标\\""}', bytes: Buffer.from([0, 255, 92]) },
    { number: null, text: null, json: 'null', bytes: null },
    { number: 2147483647, text: long, json: '1.0', bytes: Buffer.alloc(0) },
    { number: -2147483648, text: '', json: '[]', bytes: Buffer.alloc(1) },
  ]
  for (const { number, text, json, bytes } of values) {
    rows.row()
    rows.uuid(uuidBytes(id))
    rows.integer(number)
    rows.text(text)
    rows.json(json)
    rows.bytea(bytes)
  }
  expect(await readBack(rows.take(type))).toEqual(
    values.map(({ number, text, json, bytes }) => [id, number, text, json, bytes]),
  )
  expect(await readBack(rows.take(type))).toEqual([])
  put('left behind', 'null')
  rows.clear()
  expect(await readBack(rows.take(type))).toEqual([])
})

test('malformed JSON is refused', async () => {
  put('text', '{')
  await expect(readBack(rows.take(type))).rejects.toMatchObject({ code: '22P02' })
})

test('any text arrives unchanged', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.option(fc.string({ unit: 'grapheme-composite' }))), async (texts) => {
      const storable = texts.map((text) => text?.replaceAll('\0', '') ?? null)
      for (const text of storable) put(text, JSON.stringify(text))
      const found = await readBack(rows.take(type))
      expect(found.map(([, , text, json]) => [text, JSON.parse(String(json))])).toEqual(
        storable.map((text) => [text, text]),
      )
    }),
    { seed: 1, numRuns: 100 },
  ))

function put(text: string | null, json: string): void {
  rows.row()
  rows.uuid(uuidBytes(randomUUID()))
  rows.integer(0)
  rows.text(text)
  rows.json(json)
  rows.bytea(null)
}
