import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ok } from '#lib/result.ts'
import * as histories from '#test/domain/histories.ts'
import { opener } from '#test/domain/sample-actors.ts'
import { type FiledFixture, openFiledFixture } from '#test/support/filed-fixture.ts'
import type { FiledDocuments } from './filed-documents.ts'

const key = { kind: 'overview', format: 'pdf', envelope: 1, language: 'zh-CN' } as const

let fixture: FiledFixture
let documents: FiledDocuments
let ordering: FiledFixture['ordering']
let made = 0

beforeEach(async () => {
  fixture = await openFiledFixture(histories.announced())
  documents = fixture.documents
  ordering = fixture.ordering
  made = 0
})
afterEach(() => fixture.close())

async function make() {
  made += 1
  return ok(new TextEncoder().encode(`report ${made}`))
}

test('[REP-5] a report is made once; its bytes are stored, and every reading gives the same', async () => {
  const one = await documents.file(await ordering(), { ...key, reason: '' }, make)
  const again = await documents.file(await ordering(), { ...key, reason: '' }, make)
  expect(made).toBe(1)
  expect(again).toEqual(one)
  if (!one.ok) throw new Error('refused')
  expect(one.value).toMatchObject({ version: 1, by: opener.name, size: 8 })
  const read = async () => new TextDecoder().decode((await documents.read(one.value)) ?? undefined)
  expect([await read(), await read()]).toEqual(['report 1', 'report 1'])
})

test('[REP-5] a reason makes a new version; the earlier one keeps its bytes', async () => {
  const one = await documents.file(await ordering(), { ...key, reason: '' }, make)
  const two = await documents.file(await ordering(), { ...key, reason: '备注有改动' }, make)
  if (!one.ok || !two.ok) throw new Error('refused')
  expect(two.value).toMatchObject({ version: 2, reason: '备注有改动' })
  expect(two.value.sha256).not.toBe(one.value.sha256)
  expect(await documents.read(one.value)).not.toBeNull()
})

test('two who ask at once for the first version get the same', async () => {
  const asked = await ordering()
  const both = await Promise.all(
    [0, 1].map(() => documents.file({ ...asked, commandId: randomUUID() }, { ...key, reason: '' }, make)),
  )
  expect(both[0]).toEqual(both[1])
})

test('whoever asks for the first version on a state from before it gets it', async () => {
  const [first, late] = [await ordering(), await ordering()]
  const one = await documents.file(first, { ...key, reason: '' }, make)
  expect(await documents.file(late, { ...key, reason: '' }, make)).toEqual(one)
  expect(made).toBe(1)
})

test('[SES-4] nothing is made for whoever may not have it made', async () => {
  const refused = await documents.file(
    await ordering({ ...opener, role: 'supervisor' }),
    { ...key, reason: '' },
    make,
  )
  expect(refused).toEqual({ ok: false, error: { code: 'forbidden', params: {} } })
  expect(made).toBe(0)
})
