import { expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { full } from '#variants/full.ts'
import type { Variant } from '#variants/schema.ts'
import type { Services } from '../services.ts'
import { depositRows } from './deposit-rows.ts'

async function refusedWith(changes: Parameters<typeof histories.enrolled>[0], variant: Variant) {
  // Refused before the database is asked.
  const services = { settings: { variant } } as unknown as Services
  const read = await depositRows(
    services,
    { id: 's', state: stateAfter(histories.enrolled(changes)) },
    undefined,
  )
  return read.ok ? null : read.error.code
}

test('[DEP-2] a section without deposits is read with that answer, not with "no permission"', async () => {
  expect(await refusedWith({ depositForm: 10 }, full)).toBe('no-deposit')
  const without = { ...full.laterSteps, depositTab: false }
  const region = { ...full, shell: { ...full.shell, deposits: false }, laterSteps: without }
  expect(await refusedWith({}, region)).toBe('forbidden')
})
