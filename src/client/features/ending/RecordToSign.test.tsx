import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as files from '#client/ui/save-file.ts'
import { calculateBasePrice } from '#domain/base-price/calculate.ts'
import { overviewHash } from '#domain/ending/record.ts'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { figureText } from '#domain/submission/figures.ts'
import { isoTime } from '#lib/time.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  bidderCode,
  commercialSubmission,
  ids,
  names,
  replyText,
  twoFiles,
} from '#test/domain/sample-actors.ts'
import { declaration } from '#test/draw/draw-commands.ts'
import { drawn, drawSession } from '#test/draw/draw-session.ts'
import { openingTime, tender } from '#test/support/sample-tender.ts'
import { OwnTask } from './OwnTask.tsx'
import { SigningPanel } from './SigningPanel.tsx'

beforeEach(() => void vi.spyOn(files, 'saveFile').mockReturnValue())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const screens = (
  <>
    <OwnTask />
    <SigningPanel />
  </>
)
const deadline = isoTime(histories.signingDeadline)

async function show(history: readonly SessionEvent[]) {
  await renderInSession(screens, { role: 'bidder', history, now: openingTime })
  return screen.getByRole('region', { name: '签署的开标记录' })
}

/** Opens the record's exact text and returns it. */
function recordTextOf(record: HTMLElement): string {
  const summary = within(record).getByText('签名所依据的记录原文（JSON）')
  const details = summary.closest('details') as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
  return within(record).getByRole('region', { name: '签名所依据的记录原文（JSON）' }).textContent ?? ''
}

test('the act stands first, above the record and its exact text', async () => {
  const record = await show(histories.signing())
  expect(record.textContent).toContain('唱标人刘唱标')
  const rows = within(record).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent).join()).toMatch(/投标人1.*投标人2/)
  const act = screen.getByRole('button', { name: '签署开标记录' })
  expect(record.compareDocumentPosition(act)).toBe(Node.DOCUMENT_POSITION_PRECEDING)

  const digest = sha256Hex(recordTextOf(record))
  expect(screen.getAllByText(digest)).toHaveLength(1)
  expect(screen.getByText('本机已核对：所见内容与要签署的记录一致。')).toBeTruthy()
})

test('[END-28] what bidders said, why the reading was cut short and the saved base price are shown to who signs', async () => {
  const text = '工期应为30天'
  const told = [
    ...histories.announced({ evaluation: { basePrice: {} } }),
    event('ReadingCutShort', { reason: '会场停电' }),
  ]
  const result = calculateBasePrice(stateAfter(told))
  if (!result.ok) throw new Error(result.error.code)
  const saved = [
    event('BasePriceCalculated', { calculation: result.value }),
    event('BasePriceSaved', { price: result.value.price }),
  ]
  const before = [...told, ...saved, ...histories.confirmed().slice(histories.readToEnd().length)]
  const started = {
    ...histories.signingStarted(deadline, 'f'.repeat(64)),
    statements: {
      disputes: [
        { bidderCode: bidderCode(2), text, at: deadline, reply: { content: replyText, at: deadline } },
      ],
      objections: [],
    },
  }
  const record = await show([...before, event('SigningStarted', started)])
  const price = figureText('money', result.value.price)
  for (const wanted of ['会场停电', `投标人2（`, text, replyText, `评标基准价（已保存）${price}`])
    expect(record.textContent).toContain(wanted)
})

test('when another record was issued both digests are shown, and signing is impossible', async () => {
  const issued = 'f'.repeat(64)
  const other = event('SigningStarted', histories.signingStarted(deadline, issued))
  const record = await show([...histories.confirmed(), other])
  expect(screen.getByText(issued)).toBeTruthy()
  expect(screen.getByText(sha256Hex(recordTextOf(record)))).toBeTruthy()
  expect(screen.getByText('记录摘要不一致，不能签名')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '签署开标记录' })).toBeNull()
})

test.each(['e'.repeat(64), null])(
  '[END-3] the hash to confirm is the log’s (%s), else computed',
  async (hash) => {
    const window = { limitMinutes: 10, deadline: isoTime(histories.confirmationDeadline) }
    const history = [...histories.atEnd(), event('ConfirmationStarted', { ...window, overviewHash: hash })]
    await renderInSession(<OwnTask />, { role: 'bidder', history, now: openingTime })
    expect(screen.getByText(hash ?? overviewHash(stateAfter(history)))).toBeTruthy()
  },
)

test('a signed record can still be read', async () => {
  const record = await show(histories.signed())
  expect(screen.getByText('开标记录表已签名！')).toBeTruthy()
  expect(screen.getByText('本机已核对：所见内容与已签署的记录一致。')).toBeTruthy()
  expect(screen.getByText(sha256Hex(recordTextOf(record)))).toBeTruthy()
  expect(screen.queryByRole('button', { name: '签署开标记录' })).toBeNull()
})

test.each([
  ['下载待签名的开标记录表（PDF）', histories.signing()],
  ['下载开标记录表（PDF）', histories.signed()],
])('the record’s PDF can be had before and after it was signed: %s', async (name, history) => {
  const filed = event('DocumentFiled', { ...histories.overviewVersion(1), kind: 'opening-record' })
  await show([...history, filed])
  expect(screen.getByRole('button', { name })).toBeTruthy()
})

/** The events up to the call of the second envelope, after the first was signed. */
function secondCalled(): SessionEvent[] {
  const { address, hardwareSerial, ...file } = commercialSubmission(1)
  const origin = { address, hardwareSerial }
  const commercial = event('BidSubmitted', { bidderCode: bidderCode(1), ...file, replaces: null }, { origin })
  const submitted = histories.submitted(twoFiles)
  const told = [...submitted, commercial, ...histories.confirmed().slice(submitted.length)]
  return [
    ...told,
    event('SigningStarted', histories.signingStarted(deadline, histories.recordOf(told))),
    ...[histories.signature(1), event('SigningConfirmed', { unsigned: [] })],
    ...[event('EnvelopeEnded', {}), event('SecondEnvelopeCalled', { personInfo: 'kept' })],
  ]
}

const excluded = event('BidMarked', { bidderCode: bidderCode(1), invalid: true, note: '技术标未响应' })

test.each([
  ['who takes part in the second envelope', secondCalled()],
  ['who was excluded from it', [...secondCalled(), excluded]],
])('the record signed in the first envelope can be read in the second by a bidder %s', async (_, history) => {
  await renderInSession(screens, { role: 'bidder', history, now: openingTime })
  expect(screen.queryByRole('region', { name: '签署的开标记录' })).toBeNull()
  await press(document.body, '第一信封')
  const record = screen.getByRole('region', { name: '签署的开标记录' })
  expect(screen.getByText('开标记录表已签名！')).toBeTruthy()
  expect(screen.getAllByText(sha256Hex(recordTextOf(record)))).toHaveLength(1)
  expect(screen.queryByRole('button', { name: '签署开标记录' })).toBeNull()
  await press(record, '保存原文')
  expect(vi.mocked(files.saveFile).mock.calls).toEqual([
    [expect.any(Blob), `${tender().sectionCode}-开标记录签名原文-第一信封.json`],
  ])
})

test('a record that changed after it was signed is reported as changed, not as impossible to sign', async () => {
  const later = { ...names, opener: '后来人' }
  await show([...histories.signed(), event('PersonInfoRecorded', { names: later }, { ids })])
  expect(screen.getByText('所见内容与已签名的记录不一致')).toBeTruthy()
  expect(screen.queryByText(/不能签名/)).toBeNull()
})

test('the record is computed when the section changes, not on every tick of the clock', async () => {
  const { stands } = await renderInSession(screens, {
    ...{ role: 'bidder', history: histories.confirmed(), now: openingTime },
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const state = stateAfter(histories.signing())
  if (!state.tender) throw new Error('no tender')
  const { columns } = state.tender
  const read = vi.fn(() => columns)
  stands({
    ...state,
    tender: Object.defineProperty({ ...state.tender }, 'columns', { get: read, enumerable: true }),
  })
  expect(screen.getByRole('region', { name: '签署的开标记录' })).toBeTruthy()
  expect(read).toHaveBeenCalled()
  read.mockClear()
  act(() => void vi.advanceTimersByTime(3000))
  expect(read).not.toHaveBeenCalled()
})

test('a parameter without a symbol is named in the record by its draw', async () => {
  const section = drawSession()
  const parts = [{ drawer: '刘抽取', range: null }]
  const { outcome } = drawn(section, 2, declaration({ kind: 'fall-rate', parts }))
  const { stands } = await renderInSession(screens, { role: 'bidder', now: openingTime })
  const { draws, drawOrder } = section.state
  stands({ ...stateAfter(histories.signing()), draws, drawOrder })
  const [result] = outcome?.results ?? []
  expect(screen.getByText(`下浮率 = ${result?.value}%，抽取人：刘抽取`)).toBeTruthy()
})
