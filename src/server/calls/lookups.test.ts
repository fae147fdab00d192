import { expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import type { Services } from '../services.ts'
import { lookupHandlers } from './lookups.ts'

test.each([
  ['says nothing of its evaluation', {}, 3],
  ['has an evaluation', { evaluation: { newModel: true } }, 1],
])('[PLF-6] the approval of the evaluation model of a tender that %s', async (_name, tender, status) => {
  const { getPingBiaoMoXingStatus: ask } = lookupHandlers({} as Services)
  const context = { session: { state: stateAfter(histories.announced(tender)) } }
  const answer = await ask(context as unknown as Parameters<typeof ask>[0])
  expect(answer.ok && answer.value.Status).toBe(status)
})
