import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { figuresProblem } from '#domain/submission/figures.ts'
import { tenderSchema } from '#domain/tender/tender.ts'
import { figuresOf, readOpenings, tenderOf, unitPricesOf } from './recorded-openings.ts'

const fixture = fileURLToPath(new URL('../../test/fixtures/world-bank-openings.jsonl', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'openings-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('there are 137 real openings with 780 bids, and each fits the tender made for it', () => {
  const openings = readOpenings(fixture)
  expect(openings).toHaveLength(137)
  expect(openings.flatMap(({ bids }) => bids)).toHaveLength(780)
  for (const opening of openings) {
    const place = { sectionCode: 'S', agencyCode: 'A', opensAt: '2026-01-01T00:00:00.000Z' }
    const { columns } = tenderSchema.parse(tenderOf(opening, { ...place, items: true }))
    const sealed = opening.bids.map((bid) => ({ ...figuresOf(bid), ...unitPricesOf(bid) }))
    expect(sealed.map((figures) => figuresProblem(columns, figures))).toEqual(opening.bids.map(() => null))
  }
})

it('a limit reads only the first ones', () => {
  expect(readOpenings(fixture, 2)).toEqual(readOpenings(fixture).slice(0, 2))
})

it('an invalid line is named in the error', () => {
  const file = join(folder, 'wrong.jsonl')
  writeFileSync(file, '{"contract":"C"}\n')
  expect(() => readOpenings(file)).toThrow(/wrong\.jsonl, line 1/)
})
