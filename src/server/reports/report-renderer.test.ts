import { EventEmitter } from 'node:events'
import { Worker } from 'node:worker_threads'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterEach, expect, test, vi } from 'vitest'
import type { Entry } from '#domain/log/entry.ts'
import type { Result } from '#lib/result.ts'
import type { LogEnd } from '#protocol/session-export.ts'
import { signatureOf } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { openingTime, tender } from '#test/support/sample-tender.ts'
import type { Refusal } from '../refusal.ts'
import type { Requester } from '../requester.ts'
import { startThread } from '../threads/start-thread.ts'
import { grouped } from './pdf-maker.ts'
import { createReportRenderer, type ReportRenderer, rendererLimits } from './report-renderer.ts'
import { signInSheet } from './sign-in-sheet.ts'

const options = { language: 'zh-CN', timeZone: 'Asia/Shanghai', now: openingTime } as const
const bidder = { name: '江河水利建设集团有限公司', code: 'B0001' }
const letter = (renderer: ReportRenderer) => renderer.render('letter', tender(), bidder, options)
const beginning = (made: Result<Uint8Array, Refusal>, length: number) =>
  made.ok ? Buffer.from(made.value.subarray(0, length)).toString('latin1') : made.error.code

const workers: Worker[] = []
let renderer = createReportRenderer(start)

function start(): Worker {
  const worker = startThread('report')
  workers.push(worker)
  return worker
}

afterEach(async () => {
  await renderer.stop()
  workers.length = 0
  renderer = createReportRenderer(start)
})

test('all reports are made in one thread', async () => {
  const { state } = openingOf([{ name: '甲', figures: { price: '1.00' } }])
  const made = await Promise.all([
    letter(renderer),
    renderer.render('objections', state, { ...options, bidderCode: null }),
    renderer.render('overview-pdf', state, options),
    renderer.render('overview-excel', state, options),
  ])
  expect(made.map((bytes) => beginning(bytes, 4))).toEqual(['%PDF', '%PDF', '%PDF', 'PK\u0003\u0004'])
  expect(workers).toHaveLength(1)
})

test('a report that cannot be made fails without its content, and others are made', async () => {
  const failed = (await renderer
    .render('letter', tender(), bidder, { ...options, timeZone: 'Nowhere' })
    .catch((error: unknown) => error)) as Error
  expect(failed.message).toBe('RangeError: Invalid time zone specified')
  expect(failed.stack).toMatch(/^ {4}at .*commitment-letter-pdf/m)
  expect(failed.stack).not.toContain('Nowhere')
  expect(beginning(await letter(renderer), 5)).toBe('%PDF-')
  expect(workers).toHaveLength(1)
})

test('a thread that dies fails its report and is replaced for the next one', async () => {
  const failed = expect(letter(renderer)).rejects.toThrow()
  await expect.poll(() => workers.length).toBe(1)
  await workers[0]?.terminate()
  await failed
  expect(beginning(await letter(renderer), 5)).toBe('%PDF-')
  expect(workers).toHaveLength(2)
})

/** A thread whose first report takes this long; its reports are one byte. */
function slow(milliseconds: number): Worker {
  const source = `const { parentPort } = require('node:worker_threads')
    let wait = ${milliseconds}
    parentPort.on('message', () => {
      setTimeout(() => parentPort.postMessage({ bytes: new Uint8Array([37]) }), wait)
      wait = 0
    })`
  const worker = new Worker(source, { eval: true })
  workers.push(worker)
  return worker
}

test('a request beyond the longest queue is refused at once, and those in the queue are served', async () => {
  const limits = {
    makingMilliseconds: 60_000,
    answerMilliseconds: 30_000,
    mostWaiting: 2,
    mostWaitingOfUser: 2,
  }
  renderer = createReportRenderer(() => slow(2500), limits)
  const huge = letter(renderer)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const began = performance.now()
  const [one, two, tooMany] = [letter(renderer), letter(renderer), letter(renderer)]
  expect(beginning(await tooMany, 1)).toBe('reports-busy')
  expect(performance.now() - began).toBeLessThan(2000)
  expect(beginning(await huge, 1)).toBe('%')
  expect([beginning(await one, 1), beginning(await two, 1)]).toEqual(['%', '%'])
})

/** A thread whose test decides when a report is made, and counts its requests. */
function byHand() {
  const thread = Object.assign(new EventEmitter(), { postMessage: vi.fn(), terminate: async () => 0 })
  const worker = thread as unknown as Worker
  return {
    worker,
    asked: thread.postMessage,
    make: () => worker.emit('message', { bytes: new Uint8Array([37]) }),
  }
}

const asking = (user: string, head: number | null = null) => ({
  user,
  section: head === null ? null : { id: 'section', epoch: 'epoch', head },
  printedEnd: () => null,
})

test('[REP-10] a user’s many requests delay another user by one report, and are refused beyond ten', async () => {
  const { worker, make } = byHand()
  let now = asking('greedy')
  renderer = createReportRenderer(
    () => worker,
    rendererLimits(60_000),
    () => now,
  )
  const made: string[] = []
  const ask = async (name: string) => {
    const { ok: isMade } = await letter(renderer)
    made.push(isMade ? name : `${name} refused`)
  }
  const all = Array.from({ length: 12 }, (_, i) => ask(`greedy ${i}`))
  now = asking('opener')
  all.push(ask('opener'))
  for (let i = 0; i < 12; i++) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    make()
  }
  await Promise.all(all)
  expect(made.slice(0, 3)).toEqual(['greedy 11 refused', 'greedy 0', 'greedy 1'])
  expect(made.indexOf('opener')).toBeLessThan(4)
})

test('[REP-10] a report of the same log at the same seq is made once, for somebody who sees the same', async () => {
  const { worker, asked, make } = byHand()
  let now = asking('one', 7)
  renderer = createReportRenderer(
    () => worker,
    rendererLimits(60_000),
    () => now,
  )
  const report = async (of: typeof bidder, at: number) => {
    const made = renderer.render('letter', tender(), of, { ...options, now: at })
    await new Promise((resolve) => setTimeout(resolve, 5))
    make()
    await made
    return asked.mock.calls.length
  }
  expect(await report(bidder, 1)).toBe(1)
  now = asking('two', 7)
  expect(await report(bidder, 2)).toBe(1)
  expect(await report({ ...bidder, code: 'B0002' }, 3)).toBe(2)
  now = asking('two', 8)
  expect(await report(bidder, 4)).toBe(3)
})

test('the wait for the turn and for the report is limited as a whole', async () => {
  vi.useFakeTimers()
  try {
    const { worker, asked, make } = byHand()
    renderer = createReportRenderer(() => worker)
    const answers: string[] = []
    const ask = async (name: string) => void answers.push(`${name} ${beginning(await letter(renderer), 1)}`)
    const all = ['one', 'two', 'three'].map(ask)
    await vi.advanceTimersByTimeAsync(40_000)
    make()
    // The second is in progress and the third not begun when their time is over.
    await vi.advanceTimersByTimeAsync(19_000)
    await Promise.all(all)
    expect(answers).toEqual(['one %', 'two reports-busy', 'three reports-busy'])
    const four = ask('four')
    make()
    await vi.advanceTimersByTimeAsync(1)
    make()
    await four
    expect(answers.at(-1)).toBe('four %')
    expect(asked).toHaveBeenCalledTimes(3)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a hanging report is given up, and the next one is made', async () => {
  const waits = [60_000, 0]
  renderer = createReportRenderer(() => slow(waits.shift() ?? 0), {
    makingMilliseconds: 2_000,
    answerMilliseconds: 10_000,
    mostWaiting: 5,
    mostWaitingOfUser: 5,
  })
  const [hanging, next] = [letter(renderer), letter(renderer)]
  await expect(hanging).rejects.toThrow('not done in time')
  expect(beginning(await next, 1)).toBe('%')
})

test('[REP-3] every request is answered before the region’s page gives up, also for a hanging report', () => {
  for (const timeoutMs of [60_000, 600_000]) {
    const { makingMilliseconds, answerMilliseconds } = rendererLimits(timeoutMs)
    expect(makingMilliseconds).toBeLessThan(answerMilliseconds)
    expect(answerMilliseconds).toBeLessThan(timeoutMs)
  }
})

test('[REP-13] every PDF shows the last entry of its log with the whole hash, and fingerprints whole', async () => {
  const { state, entries } = openingOf([{ name: '甲', figures: { price: '1.00' } }])
  const { seq: size, hash: head } = entries.at(-1) as Entry
  const shown = grouped(head)
  let end: LogEnd | null = { size, head }
  const requester: Requester = { user: 'u', section: null, printedEnd: () => end }
  renderer = createReportRenderer(start, rendererLimits(60_000), () => requester)
  const sheet = signInSheet(state, options)
  const lines = [{ index: 1, unit: '甲', isOpener: false, signed: null }]
  const sealed = { title: '', document: 'd', timeZone: options.timeZone, now: openingTime }
  const pdfs = [
    renderer.render('overview-pdf', state, options),
    renderer.render('objections', state, { ...options, bidderCode: null }),
    renderer.render('base-price', state, options),
    renderer.render('sheet', sheet, options),
    renderer.render('signature-sheet', lines, { ...sealed, end }),
  ]
  for (const pdf of pdfs)
    for (const page of await pagesOf(await pdf)) expect(page).toContain(`开标日志截至第${size}条：${shown}`)
  const inEnglish = renderer.render('overview-pdf', state, { ...options, language: 'en' })
  const [overview = ''] = await pagesOf(await inEnglish)
  expect(overview).toContain(`Log to entry ${size}: ${shown}`)
  expect(overview.replaceAll(' ', '')).toContain(signatureOf(1).fingerprint)
  // Where the user may not know how long the log is.
  end = null
  expect((await pagesOf(await renderer.render('sheet', sheet, options))).join()).not.toContain('截至第')
})

async function pagesOf(made: Result<Uint8Array, Refusal>): Promise<string[]> {
  if (!made.ok) throw new Error(made.error.code)
  const document = await getDocument({ data: new Uint8Array(made.value), verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  return pages
}
