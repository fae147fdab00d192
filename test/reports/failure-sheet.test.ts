import { expect, test } from 'vitest'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { failureSheet } from '#server/reports/failure-sheet.ts'
import { sheetPdf } from '#server/reports/sheet-pdf.ts'
import { pdfText } from '#simulators/replay/pdf-text.ts'
import { type History, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { opener, platform, signatureOf } from '#test/domain/sample-actors.ts'

const options = { language: 'zh-CN', timeZone: 'Asia/Shanghai', now: Date.UTC(2026, 2, 2) } as const

function declared(reason: string, signed = true): SessionEvent {
  const signature = signed
    ? { agent: '李代理', signature: signatureOf(1, 'failure') }
    : { agent: '', signature: null }
  return event('FailureDeclared', { reason, recorder: '周记录', name: opener.name, ...signature })
}

async function textOf(history: History, language: 'zh-CN' | 'en' = 'zh-CN', preliminary = false) {
  const given = { ...options, language }
  const sheet = failureSheet(stateAfter([...histories.decrypting(), ...history]), given)
  return pdfText(await sheetPdf(sheet, { ...given, preliminary }))
}

const approved = event('FailureDecided', { approved: true, reason: '同意流标' })

test('[HLT-11] the report of a failure has the form, its signature and the decision', async () => {
  const text = await textOf([declared('解密成功的投标人不足3家'), approved])
  for (const words of [
    ...['流标报告', 'HN-2026-0101-01', '递交2家，开启成功0家', '解密成功的投标人不足3家'],
    ...[opener.name, '周记录', '李代理', '投标人1', signatureOf(1).fingerprint],
    ...['交易平台批准流标', '同意流标', '代理机构：________________'],
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('第1次流标')
})

test('[HLT-11] a failure that waits for its decision says so, and so does the preliminary report', async () => {
  const text = await textOf([declared('停电', false)], 'zh-CN', true)
  expect(text).toContain('待交易平台审批')
  expect(text).toContain('预览件')
  expect(text).not.toContain('审批意见')
  expect(text).not.toContain('代理机构经办人')
})

test('[HLT-11] a failure after a refused one stands below it', async () => {
  const refused = event('FailureDecided', { approved: false, reason: '材料不全' })
  const text = await textOf([declared('首次原因'), refused, declared('再次原因'), approved], 'en')
  const order = ['Failure1', '首次原因', '材料不全', 'Failure2', '再次原因', '同意流标']
  const places = order.map((words) => text.indexOf(words))
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(places).toEqual([...places].sort((a, b) => a - b))
})

test('[HLT-11] a failure that the platform set has neither form nor decision', async () => {
  const set = event('LotStatusChanged', { lot: 'failed', reason: '采购任务取消' })
  const text = await textOf([{ event: set, actor: platform }])
  expect(text).toContain('采购任务取消')
  expect(text).toContain('交易平台')
  for (const words of ['记录人周记录', '审批结果', '代理机构经办人']) expect(text).not.toContain(words)
})

test('a reason in one long word stays on the page', async () => {
  const word = Array.from({ length: 500 }, (_, i) => String.fromCharCode(97 + (i % 26))).join('')
  expect(await textOf([declared(word), approved])).toContain(word)
})
