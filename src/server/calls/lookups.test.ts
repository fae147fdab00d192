import { expect, test } from 'vitest'
import { event, type SessionEvent } from '#domain/session/event.ts'
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

const declared = event('FailureDeclared', {
  ...{ reason: '投标人不足3家', recorder: '周记录', name: '王主持', agent: '', signature: null },
})
const decided = (approved: boolean) => event('FailureDecided', { approved, reason: '材料不全' })

test.each<[number, string, SessionEvent[]]>([
  [0, 'not declared', []],
  [1, 'pending', [declared]],
  [2, 'approved', [declared, decided(true)]],
  [3, 'refused', [declared, decided(false)]],
])('[HLT-7] the approval of a failure is %i while it is %s', async (status, _name, more) => {
  const { getLiuBiaoShenPiStatus: ask } = lookupHandlers({} as Services)
  const context = { session: { state: stateAfter([...histories.decrypting(), ...more]) } }
  const answer = await ask(context as unknown as Parameters<typeof ask>[0])
  expect(answer.ok && answer.value.Status).toBe(status)
})
