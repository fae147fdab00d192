import { expect, test } from 'vitest'
import type { Call } from '#protocol/call.ts'
import { calls } from '#protocol/calls.ts'
import { recordedCalls } from './recorded-calls.ts'

test('[TRL-2] every call that gives a file is an export, but for what everybody has and what people uploaded for others; so is the record’s data', () => {
  const files = Object.entries<Call>(calls).flatMap(([name, { produces }]) => (produces ? [name] : []))
  const kinds = Object.entries(recordedCalls)
  const exported = kinds.flatMap(([name, kind]) => (kind === 'export' ? [name] : []))
  expect(files.filter((name) => !exported.includes(name)).sort()).toEqual([
    ...['getBidOpenFuJian', 'getDemoCertificate', 'getTenderFile', 'getYiYiFuJian'],
  ])
  expect(exported.filter((name) => !files.includes(name))).toEqual(['getOpeningRecord'])
  expect(exported).toEqual(
    expect.arrayContaining(['CreateTouBiaoRenLianXiReport', 'CreateReport_BaseTotalPrice', 'getToolFile']),
  )
})
