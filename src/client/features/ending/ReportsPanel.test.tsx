import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as files from '#client/ui/save-file.ts'
import { event } from '#domain/session/event.ts'
import { press, renderInSession, type } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { documentId, twoFiles } from '#test/domain/sample-actors.ts'
import { tender } from '#test/support/sample-tender.ts'
import type { Variant } from '#variants/schema.ts'
import { standard } from '#variants/standard.ts'
import { ReportsPanel } from './ReportsPanel.tsx'

// A file that is saved takes the test's page to its own address.
beforeEach(() => void vi.spyOn(files, 'saveFile').mockReturnValue())
afterEach(() => void vi.restoreAllMocks())

test('a failed download is reported until reconnection when the connection was the cause', async () => {
  const serve = (path: string) => {
    if (path.includes('GetReportPDF')) throw new TypeError('Failed to fetch')
    return null
  }
  const { line } = await renderInSession(<ReportsPanel />, {
    role: 'bidder',
    history: histories.ended(),
    serve,
  })
  line('live')
  await press(document.body, '下载 开标一览表（PDF）')
  const words = '下载失败：网络连接中断，请稍后重试！'
  expect(await screen.findByText(words)).toBeTruthy()
  line('offline')
  expect(screen.getByText(words)).toBeTruthy()
  line('polling')
  expect(screen.queryByText(words)).toBeNull()
})

test.each([
  [histories.ended(), `${tender().sectionCode}-开标记录.json`],
  [
    [...histories.published(twoFiles), ...histories.ended().slice(1)],
    `${tender().sectionCode}-开标记录-第一信封.json`,
  ],
])('the record’s data is saved under a name that says what it is', async (history, name) => {
  const answer = { record: {}, recordHash: null, signatures: [], seq: 1 }
  const serve = (path: string) => (path.includes('getOpeningRecord') ? Response.json(answer) : null)
  await renderInSession(<ReportsPanel />, { history, serve })
  await press(document.body, '下载 开标记录（JSON）')
  await waitFor(() => expect(files.saveFile).toHaveBeenCalledWith(expect.any(Blob), name))
})

test('[REP-5] the opener sees every version with its reason, and a new one needs a reason', async () => {
  const asked: string[] = []
  const serve = (path: string) => {
    if (path.includes('makeReport')) asked.push(path)
    return null
  }
  const history = [...histories.ended(), histories.filed(1), histories.filed(2)]
  await renderInSession(<ReportsPanel />, { history, serve })
  const rows = screen.getAllByRole('listitem')
  expect(rows).toHaveLength(2)
  expect(rows[0]?.textContent).toContain('第 2 版')
  expect(rows[0]?.textContent).toContain('备注有改动')
  await press(document.body, '重新生成 开标一览表（PDF）')
  const dialog = await screen.findByRole('alertdialog')
  await press(dialog, '重新生成')
  expect(await screen.findByText('请填写重新生成的原因！')).toBeTruthy()
  expect(asked).toEqual([])
  await type(dialog, /原因/, '签名已补')
  await press(dialog, '重新生成')
  await waitFor(() => expect(asked).toHaveLength(1))
})

test('[REP-5] a version in the other language is given as it is; one in this language is made by a button of its own', async () => {
  const asked: string[] = []
  const serve = (path: string) => {
    if (/makeReport|getReportFile/.test(path)) asked.push(path.replace(/^.*\//, ''))
    return null
  }
  const english = event('DocumentFiled', { ...histories.overviewVersion(1), language: 'en' })
  await renderInSession(<ReportsPanel />, { history: [...histories.ended(), english], serve })
  expect(screen.getByText(/英文版$/)).toBeTruthy()
  await press(document.body, '下载 开标一览表（PDF）')
  await waitFor(() => expect(asked).toEqual([`getReportFile?fileId=${documentId(1)}`]))
  await press(document.body, '生成中文版 开标一览表（PDF）')
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).toBe('makeReport')
})

test('[REP-5] where nothing is filed the button of the opener says that it makes one', async () => {
  const asked: string[] = []
  const serve = (path: string) => {
    if (path.includes('makeReport')) asked.push(path)
    return null
  }
  await renderInSession(<ReportsPanel />, { history: histories.ended(), serve })
  await press(document.body, '生成并下载 开标一览表（Excel）')
  await waitFor(() => expect(asked).toHaveLength(1))
})

test('[REP-6] the opener takes a version out of the list with a reason', async () => {
  const history = [...histories.ended(), histories.filed(1)]
  const { sent } = await renderInSession(<ReportsPanel />, { history })
  await press(document.body, '删除 开标一览表（PDF） 第 1 版')
  const dialog = await screen.findByRole('alertdialog')
  await type(dialog, /原因/, '有误')
  await press(dialog, '删除')
  expect(sent).toEqual([{ type: 'WithdrawDocument', payload: { documentId: documentId(1), reason: '有误' } }])
})

test('[REP-7] a bidder sees the documents that the region offers, without the opener’s commands', async () => {
  const record = { ...histories.overviewVersion(1), kind: 'deposits' } as const
  const history = [...histories.ended(), histories.filed(1), event('DocumentFiled', record)]
  await renderInSession(<ReportsPanel />, { role: 'bidder', history })
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /删除|打印|重新生成/ })).toBeNull()
})

test('[EVA-2] [REP-7] a bidder sees no card of a report that the server refuses them', async () => {
  const withSteps = (changes: Partial<Variant['laterSteps']>) => ({
    ...standard,
    laterSteps: { ...standard.laterSteps, ...changes },
  })
  const history = [...histories.ended(), histories.filed(1)]
  const cards = () =>
    screen.getAllByRole('button', { name: /^下载/ }).map((button) => button.getAttribute('aria-label'))
  const others = ['下载 开标记录（JSON）', '下载 异议与回复记录（PDF）']
  for (const changes of [{ overviewAfterEvaluation: true }, { bidderDocuments: [] }]) {
    await renderInSession(<ReportsPanel />, { role: 'bidder', history, variant: withSteps(changes) })
    expect(cards()).toEqual(others)
    const isLater = 'overviewAfterEvaluation' in changes
    const [later] = screen.queryAllByText('请稍后查看')
    expect(later?.parentElement?.textContent).toBe(isLater ? '开标一览表请稍后查看' : undefined)
    expect(screen.queryAllByRole('listitem')).toEqual([])
    cleanup()
  }
})

test('[REP-12] an overview that is not filed says that it is preliminary', async () => {
  const { tell } = await renderInSession(<ReportsPanel />, { role: 'bidder', history: histories.ended() })
  expect(screen.getAllByText('预览，开标人尚未归档')).toHaveLength(1)
  tell([histories.filed(1)])
  expect(screen.queryByText('预览，开标人尚未归档')).toBeNull()
})

test('[REP-12] an overview that was filed in the other language is not called preliminary, and is what one downloads', async () => {
  const english = { ...histories.overviewVersion(1), language: 'en' } as const
  const history = [...histories.ended(), event('DocumentFiled', english)]
  const asked: string[] = []
  const serve = (path: string) => {
    asked.push(path)
    return path.includes('getReportFile') ? new Response('%PDF') : null
  }
  await renderInSession(<ReportsPanel />, { role: 'supervisor', history, serve })
  expect(screen.queryByText('预览，开标人尚未归档')).toBeNull()
  expect(screen.getByText(/英文版/)).toBeTruthy()
  await press(document.body, '下载 开标一览表（PDF）')
  const own = (path: string) => path.includes('getReportFile') && path.includes(documentId(1))
  await waitFor(() => expect(asked.some(own)).toBe(true))
})

test('[REP-6] a version that was taken out of the list says by whom, when and why', async () => {
  const out = { documentId: documentId(1), reason: '有误', by: '王主持' }
  const history = [...histories.ended(), histories.filed(1), event('DocumentWithdrawn', out)]
  await renderInSession(<ReportsPanel />, { history })
  const withdrawn = screen.getByText(/^王主持于/)
  expect(withdrawn.textContent).toMatch(/^王主持于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 删除：有误$/)
})

test.each([
  ['opener', true],
  ['agency', true],
  ['supervisor', false],
  ['bidder', false],
] as const)('[REP-1] Excel is offered to user types 1 and 3, the PDF to all: %s', async (role, may) => {
  const excel = event('DocumentFiled', { ...histories.overviewVersion(2), format: 'xlsx' })
  await renderInSession(<ReportsPanel />, { role, history: [...histories.ended(), excel] })
  screen.getByRole('button', { name: /下载 开标一览表（PDF）$/ })
  expect(screen.queryByRole('button', { name: '下载 开标一览表（Excel）' }) !== null).toBe(may)
  expect(screen.queryAllByRole('listitem')).toHaveLength(role === 'opener' ? 1 : 0)
})
