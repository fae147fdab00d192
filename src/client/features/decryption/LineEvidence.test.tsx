import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useViewerSide } from '#client/session/use-viewer-side.ts'
import { useSession } from '#client/store/session-provider.tsx'
import { createTimeFormat } from '#client/ui/time-format.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import type { Span } from '#domain/session/window.ts'
import type { LineRecord } from '#domain/session/window-health.ts'
import { submitters } from '#domain/submission/bids.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import { past } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, fileId } from '#test/domain/sample-actors.ts'
import { BidFilesTable } from './BidFilesTable.tsx'
import { HallEvidence } from './LineEvidence.tsx'
import { OwnFiles } from './OwnFiles.tsx'

const start = epochOf(past)
const deadline = isoTime(histories.decryptionDeadline)
const window: Span = { from: past, to: deadline }
const span = (from: number, to: number): Span => ({
  from: isoTime(start + from * 1000),
  to: isoTime(start + to * 1000),
})
const { clock } = createTimeFormat('zh-CN', 'Asia/Shanghai')
const text = ({ from, to }: Span) => `${clock(from)}–${clock(to)}`
const length = (epochOf(deadline) - start) / 1000

/** A closed window: the first bidder failed, with this connection record. */
function closed(outages: Span[], line: LineRecord): SessionEvent[] {
  const code = bidderCode(1)
  return [
    ...histories.decrypting(),
    event('DecryptionClosed', { cause: 'time-out' }),
    event('WindowHealthRecorded', { window, outages }),
    event('BidderLineRecorded', { bidderCode: code, line }),
    event('BidFailed', { bidderCode: code, fileId: fileId(1), kind: 'revoked', cause: 'time-out' }),
  ]
}

function Table() {
  const state = useSession((snapshot) => snapshot.state)
  return <BidFilesTable bidders={submitters(state)} side={useViewerSide()} />
}

const twice: LineRecord = { connected: [span(0, 600), span(700, length)], seconds: length - 100, losses: 1 }

test('the opener sees, beside the cause, when the bidder was offline and that the hall was available', async () => {
  await renderInSession(<Table />, { history: closed([], twice) })
  expect(screen.getByText('未在规定时间内解密')).toBeTruthy()
  const said = screen.getByText(`解密期间离线 ${text(span(600, 700))}；开标大厅全程可用。`)
  expect(barsAbove(said)).toHaveLength(2)
})

/** The pieces of the timeline that stands above a text. */
function barsAbove(said: HTMLElement): Element[] {
  return [...(said.parentElement?.querySelectorAll('[aria-hidden] > *') ?? [])]
}

test.each<[string, LineRecord, string]>([
  ['had no live connection', { connected: [], seconds: 0, losses: 0 }, '无实时连接；'],
  ['was connected throughout', { connected: [window], seconds: length, losses: 0 }, '全程在线；'],
  [
    'was disconnected many times',
    { connected: Array.from({ length: 9 }, (_, i) => span(i * 60, i * 60 + 30)), seconds: 270, losses: 9 },
    '断线 9 次，在线共 270 秒；',
  ],
])('the text says that a bidder %s', async (_, line, said) => {
  await renderInSession(<Table />, { history: closed([], line) })
  expect(screen.getByText(`解密期间${said}开标大厅全程可用。`)).toBeTruthy()
})

test.each([
  ['its own bidder', 1, closed([], twice)],
  ['another bidder', 0, closed([], twice).map(ofTheOther)],
] as const)('%s sees the connection record %i times', async (_, times, history) => {
  const page = (
    <>
      <OwnFiles />
      <Table />
    </>
  )
  await renderInSession(page, { role: 'bidder', history })
  expect(screen.getByText('未在规定时间内解密')).toBeTruthy()
  expect(screen.queryAllByText(/离线/)).toHaveLength(times)
})

/** The same for the second bidder, as seen by the first. */
function ofTheOther(happened: SessionEvent): SessionEvent {
  const told = JSON.stringify(happened)
  const isFailure = happened.type === 'BidderLineRecorded' || happened.type === 'BidFailed'
  return isFailure
    ? JSON.parse(told.replace(bidderCode(1), bidderCode(2)).replace(fileId(1), fileId(2)))
    : happened
}

test('everybody sees when the hall was unavailable', async () => {
  const outages = [span(60, 90), span(120, 130)]
  await renderInSession(<HallEvidence />, { role: 'bidder', history: closed(outages, twice) })
  expect(screen.getByText(`解密期间开标大厅中断 ${outages.map(text).join(', ')}。`)).toBeTruthy()
})

test('time in which the lot was halted counts as no absence of the bidder or the hall', async () => {
  const halt = span(600, 4200)
  const end = length + 3600
  const line = { connected: [span(0, 600), span(4200, end)], seconds: length, losses: 0 }
  const history = [
    ...histories.decrypting(),
    { event: event('LotStatusChanged', { lot: 'paused' }), at: halt.from },
    { event: event('LotStatusChanged', { lot: 'open' }), at: halt.to },
    ...closed([span(1000, 2000)], line).slice(histories.decrypting().length),
  ]
  await renderInSession(<Table />, { history })
  const said = screen.getByText('解密期间全程在线；开标大厅全程可用。')
  expect(barsAbove(said)).toEqual([])
})

test('without a record of the window no text is shown', async () => {
  await renderInSession(<HallEvidence />, { history: histories.opened() })
  expect(screen.queryByText(/开标大厅/)).toBeNull()
})
