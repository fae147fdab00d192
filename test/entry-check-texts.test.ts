import { expect, test } from 'vitest'
import type { DrawKind } from '#domain/draw/kinds.ts'
import { openingProblem } from '#domain/preparation/entry-check.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import type { Rules } from '#domain/session/variant-rules.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import type { TenderFileKind } from '#domain/tender/tender-file.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { rules } from '#test/support/sample-tender.ts'
import { present, stateAfter } from './domain/given.ts'
import * as histories from './domain/histories.ts'

/* The exact texts of the entry check to step 2. */

function said(history: readonly SessionEvent[], changes: Partial<Rules> = {}): string | null {
  const problem = openingProblem(stateAfter(history), { ...rules, ...changes }, present)
  return problem && messageFor('zh-CN', problem)
}

const ready = (tender: Partial<TenderInput>) => [...histories.submitted(tender), histories.personInfo]

const construction = { projectKind: 1, qualification: 0 } as const

test.each<[string, Partial<TenderInput>, string]>([
  ['a new model', { ...construction, evaluation: { newModel: true } }, '请抽取参数（α、β）'],
  ['an old model', { ...construction, evaluation: { newModel: false } }, '请抽取参数（a、g）'],
  ['base-price method 3', { ...construction, evaluation: { basePriceMethod: 3 } }, '请抽取参数!'],
  ['base-price method 8', { ...construction, evaluation: { basePriceMethod: 8 } }, '请抽取参数!'],
  ['gclx 2 with base-price type 2', { projectKind: 2, evaluation: { basePriceType: 2 } }, '请抽取参数'],
])('[DRW-19] [MSG-1] %s', (_, tender, text) => {
  expect(said(ready(tender))).toBe(text)
})

test.each<[DrawKind, string]>([
  ['floating-percentage', '请抽取评标基准价浮动比例值'],
  ['k', '请抽取k值'],
  ['j', '请抽下降比值J值'],
  ['base-price-factor', '请抽评标基准价系数'],
  ['benchmark-coefficient', '请抽取评标基准价下浮系数'],
  ['f-value', '请抽取参数'],
  ['alpha-beta', '请抽取参数（α、β）'],
  ['a-g', '请抽取参数（a、g）'],
])('[DRW-19] [MSG-1] a tender that asks for %s', (kind, text) => {
  expect(said(ready({ evaluation: { draws: [kind] } }))).toBe(text)
})

test.each<[TenderFileKind, string]>([
  ['technical', '招标文件未导入，请先导入！'],
  ['commercial', '商务标招标文件未导入，请先导入！'],
  ['control-price', '控制价文件未导入，请先导入！'],
])('[PRE-2] a tender that needs a %s file', (kind, text) => {
  expect(said(ready({ requiredTenderFiles: [kind] }))).toBe(text)
})

test('[PRE-4] [MSG-1] people, of both kinds', () => {
  expect(said(histories.submitted())).toBe('请先填写人员录入信息!')
  expect(said(ready({}), { workersRequired: true })).toBe('请先填写人员录入信息!')
  const removed = event('WorkerRemoved', {
    ...{ workerId: '00000000-0000-4000-a000-000000000001', kind: 'agency-staff', name: '现场人员1' },
  })
  const gone = [...ready({}), histories.staffMember(1), removed]
  expect(said(gone, { workersRequired: true })).toBe('请先填写人员录入信息!')
})
