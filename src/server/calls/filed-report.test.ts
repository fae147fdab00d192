import { afterEach, beforeEach, expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import * as histories from '#test/domain/histories.ts'
import { documentId, opener, supervisor } from '#test/domain/sample-actors.ts'
import { type FiledFixture, openFiledFixture } from '#test/support/filed-fixture.ts'
import { type ReportOrder, reportDownload } from './filed-report.ts'

const key = { kind: 'base-price', format: 'pdf', envelope: 1, language: 'zh-CN' } as const

let fixture: FiledFixture
let made = 0

beforeEach(async () => {
  fixture = await openFiledFixture(histories.announced())
  made = 0
})
afterEach(() => fixture.close())

async function ask(changes: Partial<ReportOrder> = {}, actor = opener): Promise<string> {
  const answer = await reportDownload({ filedDocuments: fixture.documents }, await fixture.ordering(actor), {
    ...{ key, isFinal: true, changedAt: null, mayRead: true, again: '重新保存' },
    async make(preliminary) {
      made += 1
      return ok(new TextEncoder().encode(`${preliminary ? 'preliminary' : 'filed'} ${made}`))
    },
    ...changes,
  })
  if (!answer.ok) throw new Error(answer.error.code)
  return new TextDecoder().decode(answer.value.content as Uint8Array)
}

const versions = async () =>
  (await fixture.ordering()).session.state.documents.map(({ version, reason }) => [version, reason])

test('[REP-12] a final report is filed by the opener’s call; then everybody gets the same bytes', async () => {
  expect(await ask({}, supervisor)).toBe('preliminary 1')
  expect(await versions()).toEqual([])
  expect(await ask()).toBe('filed 2')
  expect([await ask(), await ask({}, supervisor)]).toEqual(['filed 2', 'filed 2'])
  expect(await versions()).toEqual([[1, '']])
})

test('[REP-12] what can still change is not filed and says so, also where an earlier version is', async () => {
  expect([await ask({ isFinal: false }), await ask()]).toEqual(['preliminary 1', 'filed 2'])
  expect(await ask({ isFinal: false })).toBe('preliminary 3')
  expect(await ask({ mayRead: false }, supervisor)).toBe('preliminary 4')
  expect(await versions()).toEqual([[1, '']])
})

test('[REP-12] a change after the filed version makes a new one, with the reason', async () => {
  await ask()
  const changedAt = new Date(Date.now() + 60_000).toISOString()
  expect(await ask({ changedAt }, supervisor)).toBe('preliminary 2')
  expect(await ask({ changedAt })).toBe('filed 3')
  expect(await ask({ changedAt: new Date(0).toISOString() })).toBe('filed 3')
  expect(await versions()).toEqual([
    [1, ''],
    [2, '重新保存'],
  ])
})

test('[REP-6] after a withdrawal the next one says so', async () => {
  await ask()
  const { documents } = (await fixture.ordering()).session.state
  const reason = { documentId: documents[0]?.documentId ?? documentId(1), reason: '有误' }
  await fixture.happen([event('DocumentWithdrawn', { ...reason, by: opener.name })])
  expect(await ask()).toBe('filed 2')
  expect(await versions()).toEqual([
    [1, ''],
    [2, '原版本已撤回'],
  ])
})
