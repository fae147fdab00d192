import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import { common } from '#client/texts/zh-CN/common.ts'
import { sealing as texts } from '#client/texts/zh-CN/sealing.ts'
import * as files from '#client/ui/save-file.ts'
import type { Role } from '#domain/session/actor.ts'
import { type Answers, renderInRegion } from '#test/client/render-in-region.tsx'
import { standard } from '#variants/standard.ts'
import { Sealing } from './Sealing.tsx'

afterEach(() => void vi.restoreAllMocks())

function show(role: Role, answers: Answers = {}) {
  const who = { userType: 1, role, userCode: role, userName: role, ShowName: role }
  loginStore.setState({ who, ready: true })
  return renderInRegion(
    <Routes>
      <Route path="/seal/:bdGuid" element={<Sealing />} />
    </Routes>,
    { variant: standard, answers, at: '/seal/00000000-0000-4000-8000-000000000001' },
  )
}

const refused = (code: string, status: number) =>
  Response.json(
    { Result: false, ResultMessage: '', message: `refused: ${code}`, code, params: {}, requestId: 'x' },
    { status },
  )

const says = (...shown: string[]) => {
  for (const text of shown) expect(screen.getByText(text), text).toBeTruthy()
}
const toHall = () => within(screen.getByRole('main')).getByRole('link', { name: '返回大厅' })
const retry = () => screen.queryByRole('button', { name: '重试' })

test.each<Role>(['opener', 'supervisor', 'agency', 'tenderer'])(
  'the sealing tool is for bidders: %s is told so and led to the hall, and nothing is read',
  async (role) => {
    const { asked } = show(role)
    await screen.findByRole('heading', { level: 1, name: texts.notForYou })
    says(texts.notForYouMeaning, texts.notForYouAction)
    expect(toHall().getAttribute('href')).toBe('/hall')
    expect(retry()).toBeNull()
    expect(asked.map(({ name }) => name)).not.toContain('getSealingInfo')
  },
)

test('a bidder who is not enrolled in the section is told so, without a retry', async () => {
  show('bidder', { getSealingInfo: refused('not-enrolled', 403) })
  await screen.findByRole('heading', { level: 1, name: texts.notForYou })
  says(texts.notEnrolledMeaning, texts.notEnrolledAction)
  expect(toHall().getAttribute('href')).toBe('/hall')
  expect(retry()).toBeNull()
})

test('any other refusal is shown in its words, with a retry', async () => {
  show('bidder', { getSealingInfo: refused('not-published', 409) })
  await screen.findByRole('heading', { level: 1, name: 'refused: not-published' })
  says(texts.loadFailedMeaning)
  expect(retry()).toBeTruthy()
})

const submitted = {
  bidFileId: '00000000-0000-4000-8000-0000000000f1',
  fileName: '技术标.tbj',
  ciphertextHash: 'ab'.repeat(32),
  at: '2026-03-02T01:00:05.000Z',
}
const info = {
  bdGuid: '00000000-0000-4000-8000-000000000001',
  bdbh: 'HN-2026/001',
  bdmc: '第一标段',
  OpenBidTime: '2099-03-02T01:30:00.000Z',
  BDZHUANGTAI: 0,
  EntprsCode: '91410100MA00000001',
  EntprsName: '投标人1',
  columns: [],
  sessionRecipient: 'age1x',
  encrypted: true,
  bidFiles: [
    {
      ...{ kind: 'technical', tbwjLeiXing: 'TBJ' },
      required: true,
      envelope: 1,
      sessionRecipient: 'age1x',
      submitted,
    },
  ],
  isComplete: true,
  serverTime: '2026-03-02T01:00:10.000Z',
}

test('[BID-13] a receipt is saved as a text that says for which section, by whom, what and when', async () => {
  const saved = vi.spyOn(files, 'saveFile').mockImplementation(() => {})
  show('bidder', { getSealingInfo: info })
  fireEvent.click(await screen.findByRole('button', { name: texts.receiptSave }))
  const [[file, name] = []] = saved.mock.calls
  expect(name).toBe('HN-2026_001-递交回执-技术标.txt')
  const text = (await file?.text()) ?? ''
  for (const part of [
    ...['标段：第一标段', '标段编号：HN-2026/001', '投标人：投标人1 (91410100MA00000001)'],
    ...['文件名：技术标.tbj', '递交时间：2026-03-02 09:00:05 (Asia/Shanghai)', submitted.ciphertextHash],
    ...[submitted.bidFileId, texts.receiptCheck, texts.receiptUnsigned],
  ])
    expect(text).toContain(part)
})

test('the clock is small once the bid is in, until another is prepared', async () => {
  const getServerTimeNoauth = { epoch: Date.parse(info.serverTime) }
  show('bidder', { getSealingInfo: info, getServerTimeNoauth })
  await screen.findByText(common.clockDone)
  fireEvent.click(screen.getByRole('button', { name: texts.replace }))
  expect(screen.queryByText(common.clockDone)).toBeNull()
  expect(screen.getByRole('timer')).toBeTruthy()
})

test('the form and then the receipt stand before the facts of the section, and the receipt leads on', async () => {
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  const [asked] = info.bidFiles
  const bidFiles = [{ ...asked, submitted: null }]
  show('bidder', { getSealingInfo: { ...info, bidFiles, isComplete: false } })
  await screen.findByText('第一标段')
  expect(headings()).toEqual(['第一标段', '附件', '证书', texts.facts])
  expect(within(screen.getByRole('main')).queryByRole('link', { name: common.toHall })).toBeNull()
  cleanup()
  show('bidder', { getSealingInfo: info })
  await screen.findByText(texts.received)
  expect(headings()).toEqual(['第一标段', texts.receipt, texts.facts])
  expect(toHall().getAttribute('href')).toBe('/hall')
})

test('a receipt is printed alone', async () => {
  const printed: (string | undefined)[] = []
  vi.stubGlobal('print', () => {
    const alone = document.querySelector<HTMLElement>('[data-print-alone]')
    printed.push(alone?.textContent ?? '')
  })
  show('bidder', { getSealingInfo: info })
  fireEvent.click(await screen.findByRole('button', { name: texts.receiptPrint }))
  expect(printed).toHaveLength(1)
  for (const part of ['第一标段', '投标人1', submitted.ciphertextHash]) expect(printed[0]).toContain(part)
  window.dispatchEvent(new Event('afterprint'))
  expect(document.querySelector('[data-print-alone]')).toBeNull()
})
