import { randomUUID } from 'node:crypto'
import { fc, test as property } from '@fast-check/vitest'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/pg-database.ts'
import { binaryList, binaryRows, type Element, uuidBytes } from './binary-list.ts'

let pool: pg.Pool
let drop: () => Promise<void>

beforeAll(async () => {
  const fresh = await freshDatabase()
  pool = new pg.Pool({ connectionString: fresh.url })
  drop = fresh.drop
})

afterAll(async () => {
  await pool.end()
  await drop()
})

async function readBack(type: string, list: Buffer): Promise<unknown[]> {
  const { rows } = await pool.query<{ list: unknown[] }>(`select $1::${type}[] as list`, [list])
  return rows[0]?.list ?? []
}

test('a list of each type arrives as it is, what is missing included', async () => {
  const ids = [randomUUID(), randomUUID()]
  const bytes = [Buffer.from([0, 255, 92]), Buffer.alloc(0)]
  const [first = '', second = ''] = ids
  expect(await readBack('uuid', binaryList('uuid', [uuidBytes(first), null, uuidBytes(second)]))).toEqual([
    first,
    null,
    second,
  ])
  expect(await readBack('integer', binaryList('integer', [0, -1, 2147483647, null, -2147483648]))).toEqual([
    0,
    -1,
    2147483647,
    null,
    -2147483648,
  ])
  expect(await readBack('bytea', binaryList('bytea', [...bytes, null]))).toEqual([...bytes, null])
})

test('the text of a JSON value is kept to the letter', async () => {
  const texts = ['{"b": 1,  "a": "\\"开标\\""}', 'null', '1.0']
  const { rows } = await pool.query<{ text: string }>('select unnest($1::json[])::text as text', [
    binaryList('json', texts),
  ])
  expect(rows.map(({ text }) => text)).toEqual(texts)
  await expect(readBack('json', binaryList('json', ['{']))).rejects.toMatchObject({ code: '22P02' })
})

test('empty lists, and ones longer than any before, arrive whole', async () => {
  expect(await readBack('text', binaryList('text', []))).toEqual([])
  const long = Array.from({ length: 300 }, (_, i) => `${i}${'标'.repeat(i * 5)}`)
  expect(await readBack('text', binaryList('text', long))).toEqual(long)
})

property.prop([fc.array(fc.option(fc.string({ unit: 'grapheme-composite' })))], { seed: 1, numRuns: 100 })(
  'texts arrive whatever they are made of',
  async (texts) => {
    const storable = texts.map((text) => text?.replaceAll('\0', '') ?? null)
    expect(await readBack('text', binaryList('text', storable))).toEqual(storable)
  },
)

test('rows arrive whole, in their order, with what is missing in them', async () => {
  await pool.query('create type pair as (id uuid, number integer, text text, value json, bytes bytea)')
  const { rows: types } = await pool.query<{ type: number }>(`select 'pair'::regtype::oid::integer as type`)
  const [id, long] = [randomUUID(), '标'.repeat(40_000)]
  const values: Element[][] = [
    [uuidBytes(id), -7, 'é"\\,{}', '{"b": 1,  "a": 2}', Buffer.from([0, 255])],
    [null, null, null, null, null],
    [uuidBytes(id), 2147483647, long, '[]', Buffer.alloc(0)],
  ]
  const columns = ['uuid', 'integer', 'text', 'json', 'bytea'] as const
  const read = (rows: Element[][]) =>
    pool.query({
      text: 'select id, number, text, value::text, bytes from unnest($1::pair[])',
      values: [binaryRows(types[0]?.type ?? 0, columns, rows)],
      rowMode: 'array',
    })
  expect((await read(values)).rows).toEqual([
    [id, -7, 'é"\\,{}', '{"b": 1,  "a": 2}', Buffer.from([0, 255])],
    [null, null, null, null, null],
    [id, 2147483647, long, '[]', Buffer.alloc(0)],
  ])
  expect((await read([])).rows).toEqual([])
  await expect(read([[uuidBytes(id), 1, 'text', '{', null]])).rejects.toMatchObject({ code: '22P02' })
})
