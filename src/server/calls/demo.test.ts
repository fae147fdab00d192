import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import { submitted } from '#test/domain/histories.ts'
import { askToJoin } from './demo.ts'

test('asking again keeps the file that names those who take part', async () => {
  const demo = await mkdtemp(join(tmpdir(), 'demo-'))
  onTestFinished(() => rm(demo, { recursive: true }))
  const session = { id: 'section-1', state: stateAfter(submitted()) }
  const note = join(demo, 'join', session.id)
  expect(await askToJoin(demo, session)).toBe(2)
  expect(await readFile(note, 'utf8')).toBe('')
  await writeFile(note, 'bidder-1')
  expect(await askToJoin(demo, session)).toBe(2)
  expect(await readFile(note, 'utf8')).toBe('bidder-1')
})
