import { expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { supervisor } from '#test/domain/sample-actors.ts'
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
