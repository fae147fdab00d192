import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { neededDraws } from '#domain/draw/needed.ts'
import { decide } from '#domain/session/decide.ts'
import { withContent } from '#domain/tender/tender-file.ts'
import { saysOf } from '#protocol/tender-file/manifest.ts'
import { readTenderFile } from '#protocol/tender-file/read.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { opener, tenderFile } from '#test/domain/sample-actors.ts'
import { openingTime, rules, tender } from '#test/support/sample-tender.ts'
import { demoPlan } from '../demo/plan.ts'
import { randomBytes } from '../fixtures/random-bytes.ts'
import { sampleTender } from '../fixtures/sample-tender.ts'
import { convert, suffixFor, tenderFileOf } from './convert.ts'

const folder = 'simulators/tender-files/examples'

test.each(readdirSync(folder))('the example %s can be imported into its section', (name) => {
  const read = readTenderFile(convert(readFileSync(join(folder, name), 'utf8')))
  if (!read.ok) throw new Error(read.error.problem)
  const says = saysOf(read.value)
  const published = stateAfter(histories.published({ sectionCode: says.sectionCode, projectKind: 1 }))
  const payload = { kind: says.kind, file: tenderFile(1), says }
  const context = { actor: opener, now: openingTime, rules }
  expect(decide(published, { type: 'ImportTenderFile', payload }, context)).toMatchObject({ ok: true })
})

test('the examples for the demo can be imported into its sections as they are', async () => {
  const { tenders } = await demoPlan({ now: Date.now, random: randomBytes })
  for (const name of readdirSync(folder).filter((file) => file.startsWith('engineering'))) {
    const read = readTenderFile(convert(readFileSync(join(folder, name), 'utf8')))
    if (!read.ok) throw new Error(read.error.problem)
    const says = saysOf(read.value)
    const demo = tenders.find(({ tender }) => tender.sectionCode === says.sectionCode)
    if (!demo) throw new Error(`${name} belongs to no section of the demo`)
    const published = { ...demo.tender, agencyCode: opener.unitCode ?? '' }
    const history = demo.bids.length > 0 ? histories.submitted(published) : histories.enrolled(published)
    const payload = { kind: says.kind, file: tenderFile(1), says }
    const context = { actor: opener, now: openingTime, rules }
    const decision = decide(stateAfter(history), { type: 'ImportTenderFile', payload }, context)
    expect([name, decision]).toMatchObject([name, { ok: true }])
  }
})

test('[DRW-19] [BAS-1] the example for the demo’s section demands the draws that its base price names', () => {
  const read = readTenderFile(convert(readFileSync(join(folder, 'engineering.json'), 'utf8')))
  const content = read.ok ? saysOf(read.value).content : null
  const section = { ...tender(), projectKind: 1, qualification: 16 }
  const imported = content && withContent(section, content)
  expect(imported && neededDraws(imported).map(({ kind }) => kind)).toEqual(['k1-k2'])
})

test('an invalid description is refused with the field that is wrong', () => {
  expect(() => convert('{"kind":"commercial","sectionCode":"S-1","priceColumns":[]}')).toThrow('priceColumns')
})

test('attachments keep their names', () => {
  const place = mkdtempSync(join(tmpdir(), 'kaibiao-'))
  try {
    const path = join(place, '图纸.pdf')
    writeFileSync(path, '%PDF-1.7')
    const read = readTenderFile(convert('{"kind":"technical","sectionCode":"S-1"}', [path]))
    expect(read.ok && read.value.attachments).toEqual([{ name: '图纸.pdf', size: 8 }])
  } finally {
    rmSync(place, { recursive: true })
  }
})

test('the tender file of a published section changes nothing in it', () => {
  const published = sampleTender({ agencyCode: 'A', opensAt: '2030-01-01T00:00:00.000Z', projectKind: 2 })
  const { name, bytes } = tenderFileOf(published)
  expect(name).toBe(`${published.sectionCode}${suffixFor('technical', 2)}`)
  const read = readTenderFile(bytes)
  if (!read.ok) throw new Error(read.error.problem)
  const says = saysOf(read.value)
  const state = stateAfter(histories.published({ ...published, agencyCode: tender().agencyCode }))
  const command = {
    type: 'ImportTenderFile',
    payload: { kind: 'technical', file: tenderFile(1), says },
  } as const
  const decision = decide(state, command, { actor: opener, now: openingTime, rules })
  expect(decision.ok && decision.value[0]?.payload).toMatchObject({ changed: [] })
})
