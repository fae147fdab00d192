import { expect, test } from 'vitest'
import { recordKey } from '#domain/documents/document.ts'
import type { Actor } from '#domain/session/actor.ts'
import { event } from '#domain/session/event.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, minute, opener, supervisor } from '#test/domain/sample-actors.ts'
import { standard } from '#variants/standard.ts'
import type { Services } from '../services.ts'
import { done } from './command.ts'
import { documentHandlers } from './documents.ts'

test('[MSG-1] an Excel file that is not there, and a command that is done, have the words of the specifications', async () => {
  const call = documentHandlers({ settings: { variant: standard } } as unknown as Services).CreateReportExcel
  const asking = { query: {}, session: { state: stateAfter(histories.announced()) }, language: 'zh-CN' }
  const context = { ...asking, login: { actor: supervisor } }
  expect(await call(context as unknown as Parameters<typeof call>[0])).toEqual({
    ok: true,
    value: { Result: false, ResultMessage: '开标一览表Excel链接为空！' },
  })
  expect(done('zh-CN')).toBe('操作成功！')
})

test('[TRL-2] the record is read to be signed without a line by who may sign it now; else that is an export', async () => {
  const filed = { ...histories.overviewVersion(1), ...recordKey('opening-record', 1) }
  const record = event('DocumentFiled', filed)
  const taken = async (history: Parameters<typeof stateAfter>[0], actor: Actor, toSign: boolean) => {
    const clock = () => histories.signingDeadline - minute
    const services = {
      clock,
      settings: { variant: standard },
      filedDocuments: { read: async () => new Uint8Array() },
    }
    const call = documentHandlers(services as unknown as Services).getReportFile
    const query = { fileId: filed.documentId, toSign }
    const asking = { query, session: { state: stateAfter(history) }, login: { actor } }
    const answer = await call(asking as unknown as Parameters<typeof call>[0])
    return answer.ok ? answer.value.exported : answer.error.code
  }
  const signing = [...histories.signing(), record]
  const line = { kind: 'opening-record', version: 1, language: 'zh-CN', format: 'pdf' }
  expect(await taken(signing, bidder(1), true)).toBeNull()
  expect(await taken(signing, opener, true)).toBeNull()
  expect(await taken(signing, bidder(1), false)).toEqual(line)
  expect(await taken(signing, supervisor, true)).toEqual(line)
  expect(await taken([...signing, histories.signature(1)], bidder(1), true)).toEqual(line)
  const paused = event('LotStatusChanged', { lot: 'paused', reason: '核查' })
  for (const actor of [bidder(1), opener])
    expect(await taken([...signing, paused], actor, true)).toEqual(line)
})
