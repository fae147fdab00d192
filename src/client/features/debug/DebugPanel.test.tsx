import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SessionProvider, useConnection, useSend, useSession } from '#client/store/session-provider.tsx'
import { debug } from '#client/texts/zh-CN/debug.ts'
import { allTexts } from '#test/client/all-texts.ts'
import { type SectionServer, type SectionServerOptions, serveSection } from '#test/client/section-server.ts'
import { theme } from '#test/client/theme.ts'
import { session, viewers } from '#test/support/opening-log.ts'
import { DebugLayout } from './DebugLayout.tsx'

const viewer = viewers[2] as (typeof viewers)[number]

let server: SectionServer
let answered: unknown = null

/** A screen of the section, beside the panel. */
function Screen() {
  const { status } = useConnection()
  const send = useSend()
  const seqs = useSession(({ entries }) => [...entries].map(({ seq }) => seq).join(' '))
  const start = () =>
    void send('StartDecryption', { limitMinutes: 30 }).then((answer) => {
      answered = answer
    })
  return (
    <>
      <p data-testid="status">{status}</p>
      <p data-testid="seqs">{seqs}</p>
      <button type="button" onClick={start}>
        send
      </button>
    </>
  )
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const status = () => screen.getByTestId('status').textContent
const seqs = () => screen.getByTestId('seqs').textContent?.split(' ').map(Number) ?? []
const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => fireEvent.click(button(name))
const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent ?? ''
const upTo = (to: number) => Array.from({ length: to }, (_, index) => index + 1)

/** Opens the panel on a section with five entries, live unless the options say otherwise. */
async function show(options: SectionServerOptions = {}): Promise<void> {
  server = serveSection({ head: 5, viewer, ...options })
  const routes = [{ path: '/', Component: DebugLayout, children: [{ index: true, Component: Screen }] }]
  render(
    <I18nextProvider i18n={allTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <SessionProvider sessionId={session}>
          <RouterProvider router={createMemoryRouter(routes)} />
        </SessionProvider>
      </ChakraProvider>
    </I18nextProvider>,
  )
  await pass(0)
  press(debug.title)
  act(() => server.accept())
  await pass(500)
}

/** Lets time pass on a healthy connection: the server sends a heartbeat every five seconds. */
async function beats(count: number): Promise<void> {
  for (let beat = 0; beat < count; beat += 1) {
    await pass(5000)
    act(() => server.beat())
  }
}

beforeEach(() => {
  answered = null
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 1) })
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the panel opens and closes, and shows the section’s status', async () => {
  await show()
  expect(fact(debug.status)).toMatch(/^live /)
  expect(fact(debug.place)).toMatch(/^seq 5 \/ head 5 · A · [0-9a-f]{12}$/)
  expect(fact(debug.known)).toBe('1…5')
  expect(fact(debug.messages)).toBe('hb 1, events 1')
  await pass(8000)
  expect(fact(debug.clock)).toBe('0.0 ms ± 0.0')
  press(debug.title)
  expect(screen.queryByText(debug.status)).toBeNull()
})

test('with the socket cut the section is polled; it is live again afterwards', async () => {
  await show()
  press(debug.cut)
  await pass(0)
  expect(status()).toBe('catching-up')
  server.goOn(2)
  await pass(12_000)
  expect(status()).toBe('polling')
  expect(seqs()).toEqual(upTo(7))
  press('send')
  await pass(0)
  expect(answered).toEqual({ ok: true, value: 7 })
  expect(server.heard.map(({ kind }) => kind)).not.toContain('cmd')
  press(debug.cut)
  server.goOn()
  await pass(100)
  expect(status()).toBe('live')
  expect(seqs()).toEqual(upTo(8))
})

test('with REST cut the socket goes on; REST calls fail', async () => {
  await show()
  press(debug.cutRest)
  server.asked.length = 0
  server.goOn()
  await beats(10)
  expect(status()).toBe('live')
  expect(seqs()).toEqual(upTo(6))
  expect(server.asked).toEqual([])
  press('send')
  await pass(0)
  expect(answered).toEqual({ ok: true, value: 6 })
})

test('with both cut the section and its commands are offline until either is restored', async () => {
  await show()
  press(debug.cut)
  press(debug.cutRest)
  server.goOn()
  await pass(20_000)
  expect(status()).toBe('offline')
  expect(seqs()).toEqual(upTo(5))
  press('send')
  await pass(31_000)
  expect(answered).toMatchObject({ ok: false, error: { code: 'offline' } })
  press(debug.cutRest)
  await pass(60_000)
  expect(status()).toBe('polling')
  expect(seqs()).toEqual(upTo(6))
})

test('cutting REST aborts pending requests', async () => {
  await show()
  press(debug.cut)
  server.rest.mode = 'hangs'
  await pass(4000)
  expect(server.waiting.size).toBeGreaterThan(0)
  press(debug.cutRest)
  await pass(0)
  expect(server.waiting.size).toBe(0)
})

test('when frames are lost the section is polled, and the lost entries are fetched', async () => {
  await show()
  press(debug.lose)
  server.goOn(2)
  await beats(2)
  expect(seqs()).toEqual(upTo(5))
  await beats(4)
  expect(status()).toBe('polling')
  expect(seqs()).toEqual(upTo(7))
  press(debug.lose)
  // The silent connection has been replaced by a new one.
  act(() => server.accept())
  await pass(100)
  expect(status()).toBe('live')
})

test('a duplicated frame is applied once', async () => {
  await show()
  press(debug.double)
  act(() => server.goOn())
  await pass(600)
  expect(fact(debug.messages)).toBe('hb 1, events 3')
  expect(seqs()).toEqual(upTo(6))
})

test('reordered frames are applied in order', async () => {
  await show()
  press(debug.reorder)
  act(() => server.goOn())
  await pass(1000)
  expect(seqs()).toEqual(upTo(5))
  act(() => server.goOn())
  await pass(100)
  // The later frame came first and left a gap, so the missing entries were requested, and the last known one with them.
  expect(server.heard.map(({ body }) => 'after' in body && body.after)).toEqual([0, 4])
  expect(seqs()).toEqual(upTo(7))
})

test('frames are delayed by the chosen time, and not at all without one', async () => {
  await show()
  const delay = (ms: number) => debug.delay.replace('{{ms}}', String(ms))
  press(delay(3000))
  expect(button(delay(3000)).getAttribute('aria-pressed')).toBe('true')
  act(() => server.goOn())
  await pass(2900)
  expect(seqs()).toEqual(upTo(5))
  await pass(200)
  expect(seqs()).toEqual(upTo(6))
  press(delay(0))
  act(() => server.goOn())
  await pass(50)
  expect(seqs()).toEqual(upTo(7))
})

test('faults stay switched on while the panel is closed', async () => {
  await show()
  press(debug.cut)
  press(debug.title)
  press(debug.title)
  expect(button(debug.cut).getAttribute('aria-pressed')).toBe('true')
  press(debug.cut)
  await pass(100)
  expect(status()).toBe('live')
})

test('the chosen log entry is shown in full', async () => {
  await show()
  // A virtual list without a height renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  press(debug.title)
  press(debug.title)
  await pass(0)
  const rows = within(screen.getByRole('group', { name: debug.log })).getAllByRole('button')
  expect(rows.map((row) => row.textContent?.split(' ')[0])).toEqual(['5', '4', '3', '2', '1'])
  fireEvent.click(rows[4] as HTMLElement)
  expect(screen.getByText(/"type": "TenderPublished"/)).toBeTruthy()
})

async function openSlider(): Promise<void> {
  fireEvent.mouseDown(screen.getByRole('tab', { name: debug.time }))
  fireEvent.click(screen.getByRole('tab', { name: debug.time }))
  await pass(0)
}

async function slideTo(seq: number | string, by: 'slider' | 'spinbutton' = 'slider'): Promise<void> {
  fireEvent.change(screen.getByRole(by), { target: { value: String(seq) } })
  await pass(0)
}

const shownSeq = () =>
  Number(/"seq": (\d+)/.exec(screen.queryByText(/"seq": \d+/)?.textContent ?? '')?.[1] ?? -1)

test('the slider shows the state at any moment; at its end it follows the log', async () => {
  await show()
  await openSlider()
  expect(shownSeq()).toBe(5)
  await slideTo(2)
  expect(shownSeq()).toBe(2)
  expect(screen.getByText(/"seq": 2/).textContent).toContain('"B1"')
  expect(screen.getByText(/"seq": 2/).textContent).not.toContain('"B2"')
  act(() => server.goOn())
  await pass(100)
  expect(shownSeq()).toBe(2)
  await slideTo(0, 'spinbutton')
  expect(shownSeq()).toBe(0)
  await slideTo(6)
  act(() => server.goOn())
  await pass(100)
  expect(shownSeq()).toBe(7)
})

test('invalid input keeps the chosen moment', async () => {
  await show()
  await openSlider()
  await slideTo(2)
  for (const typed of ['', '3.5', '-1']) {
    await slideTo(typed, 'spinbutton')
    expect(shownSeq(), typed).toBe(2)
  }
  await slideTo('4', 'spinbutton')
  expect(shownSeq()).toBe(4)
})

test('earlier entries than the snapshot are read on request, and again after a failure', async () => {
  await show({ head: 30, snapshotAt: 20 })
  await openSlider()
  await slideTo(20)
  expect(shownSeq()).toBe(20)
  await slideTo(3)
  expect(shownSeq()).toBe(-1)
  press(debug.cutRest)
  press(debug.readAll)
  await pass(100)
  expect(shownSeq()).toBe(-1)
  press(debug.cutRest)
  press(debug.readAll)
  await pass(100)
  expect(shownSeq()).toBe(3)
})
