import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as files from '#client/ui/save-file.ts'
import type { ShownTrailLine } from '#protocol/calls/trail.ts'
import { type Answers, renderInRegion } from '#test/client/render-in-region.tsx'
import { standard } from '#variants/standard.ts'
import { TrailPage } from './TrailPage.tsx'

const line: ShownTrailLine = {
  ...{ seq: 7, version: 1, at: '2026-03-02T01:30:05.000Z', kind: 'command-refused', login: null },
  ...{ account: 'bidder1', role: 'bidder', unit: '91320100MA1XTEST01', address: '10.1.2.3' },
  ...{ agent: 'Mozilla/5.0', section: '6f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c4d', what: 'startJieMi' },
  ...{ code: 'forbidden', detail: '', count: 3, previous: '', hash: '' },
  ...{ sectionCode: 'SEC-1', sectionName: '城西路道路改造工程' },
}

beforeEach(() => void vi.spyOn(files, 'saveFile').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function show(getTrail: unknown, { at = '/trail', ...answers }: Answers & { at?: string } = {}) {
  return renderInRegion(<TrailPage />, { variant: standard, at, answers: { getTrail, ...answers } })
}

/** The page asks for the server's time, too. */
const isTrail = ({ name }: { readonly name: string }) => name === 'getTrail'

const page = (...lines: ShownTrailLine[]) => ({ total: lines.length, more: false, lines })

test.each([
  ['getReportFile', ['开标文件', 'getReportFile']],
  ['startJieMi', ['startJieMi']],
])('[TRL-5] what was done is said in words where there are some: %s', async (what, shown) => {
  show(page({ ...line, what }))
  for (const text of shown) expect(await screen.findByText(text)).toBeTruthy()
})

test.each([
  ['overview envelope-2 v3 zh-CN pdf', '开标一览表 · 第二信封 · 第 3 版 · 中文 · PDF'],
  ['overview preliminary en xlsx', '开标一览表 · 预览件，未归档 · 英文 · Excel'],
  ['opening-record json', '开标记录表 · JSON'],
  ['session-log jsonl', '可验证日志 · JSON Lines'],
  ['bid-file', '投标文件'],
])('[TRL-2] [TRL-5] an export says which document was taken: %s', async (detail, shown) => {
  show(page({ ...line, kind: 'export', what: 'getReportFile', code: null, detail }))
  expect(await screen.findByText(shown)).toBeTruthy()
})

test('[TRL-5] a line says when, what, who, where, why and how often', async () => {
  show(page(line))
  const row = await screen.findByRole('row', { name: /2026-03-02 09:30:05/ })
  const texts = [
    '操作被拒',
    'bidder1',
    '投标人 · 91320100MA1XTEST01',
    '城西路道路改造工程',
    'SEC-1',
    'startJieMi',
  ]
  for (const text of [...texts, '您没有权限执行此操作！', 'forbidden', '10.1.2.3', 'Mozilla/5.0', '3']) {
    expect(within(row).getByText(text), text).toBeTruthy()
  }
})

test('[TRL-5] whoever proved nothing is unknown, and a code without words of its own is shown as it is', async () => {
  const nobody = {
    account: 'unknown',
    role: null,
    unit: null,
    section: null,
    sectionCode: null,
    sectionName: null,
  }
  show(page({ ...line, ...nobody, kind: 'limit', code: 'login-throttled' }))
  await screen.findByText('未知')
  expect(screen.getByText('超过次数限制', { selector: 'span' })).toBeTruthy()
  expect(screen.getByText('login-throttled')).toBeTruthy()
})

test('[TRL-5] filters go into the address and the request, days as the region’s instants', async () => {
  const { asked, place } = show(page(line))
  await screen.findByText('bidder1')
  fireEvent.change(screen.getByLabelText('事项'), { target: { value: 'limit' } })
  fireEvent.change(screen.getByLabelText('账号'), { target: { value: ' bidder1 ' } })
  fireEvent.change(screen.getByLabelText('标段编号'), { target: { value: 'SEC-1' } })
  fireEvent.change(screen.getByLabelText('开始日期'), { target: { value: '2026-03-02' } })
  fireEvent.change(screen.getByLabelText('结束日期'), { target: { value: '2026-03-01' } })
  fireEvent.click(screen.getByRole('button', { name: '查询' }))
  expect(await screen.findByText('结束日期不能早于开始日期')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('结束日期'), { target: { value: '2026-03-02' } })
  fireEvent.click(screen.getByRole('button', { name: '查询' }))
  await waitFor(() => expect(place()).toContain('kind=limit&account=bidder1&section=SEC-1&from=2026-03-02'))
  await waitFor(() =>
    expect(asked.findLast(isTrail)).toEqual({
      name: 'getTrail',
      sent: {
        ...{ page: '1', pageSize: '20', kind: 'limit', account: 'bidder1', section: 'SEC-1' },
        ...{ from: '2026-03-01T16:00:00.000Z', to: '2026-03-02T15:59:59.999Z' },
      },
    }),
  )
  fireEvent.click(screen.getByRole('button', { name: '重置' }))
  await waitFor(() => expect(place()).toBe('/trail'))
})

test('the server’s time stands in the header', async () => {
  const epoch = Date.parse('2126-03-02T01:00:00.000Z')
  show(page(), { getServerTimeNoauth: { serverTime: new Date(epoch).toISOString(), epoch } })
  await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/^2126-03-02 09:0\d:\d\d$/))
})

test('[TRL-5] an address with a filter and a page asks for them; nonsense in it is left out', async () => {
  const { asked } = show(page(), { at: '/trail?kind=export&page=2&size=50&from=yesterday&account=%20' })
  await screen.findByText('没有符合条件的记录')
  expect(asked).toContainEqual({ name: 'getTrail', sent: { page: '2', pageSize: '50', kind: 'export' } })
})

test('[TRL-5] a refusal is shown with a way to try again', async () => {
  const refused = {
    Result: false,
    ResultMessage: '',
    message: '您无权进行此操作！',
    code: 'forbidden',
    params: {},
    requestId: 'x',
  }
  const { asked } = show(Response.json(refused, { status: 403 }))
  await screen.findByText('您无权进行此操作！')
  const times = () => asked.filter(isTrail).length
  const before = times()
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await waitFor(() => expect(times()).toBeGreaterThan(before))
})

test('[TRL-5] the whole trail is saved as a file', async () => {
  show(page(line), {
    exportTrail: new Response('{}\n', { headers: { 'content-type': 'application/jsonl' } }),
  })
  fireEvent.click(await screen.findByRole('button', { name: '导出全部记录' }))
  await waitFor(() => expect(files.saveFile).toHaveBeenCalledWith(expect.any(Blob), '安全记录.jsonl'))
})

test('[TRL-5] the program that checks an exported trail is offered beside it', async () => {
  show(page(line))
  const link = await screen.findByRole('link', { name: '下载验证程序' })
  expect(link.getAttribute('download')).toBe('verify-trail.mjs')
  expect(link.getAttribute('href')).toMatch(/verify-trail/)
})
