import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright'
import { launchChromium } from '#test/e2e/browser.ts'
import {
  type AnnouncedHall,
  metricsOf,
  openAnnouncedHall,
  showAnnouncement,
  slowPage,
} from './announced-hall.ts'
import { type Figure, figure } from './figure.ts'

/*
 * Measures the opener's screen with 1,000 bidders: how smoothly the table scrolls where the processor is slowed four
 * times, and then, not slowed, what the screen costs while nothing happens and what an hour of events leaves in memory.
 */

const rounds = 3
const scroll = { seconds: 5, pixels: 60, everyMs: 16 }
const idleSeconds = 10
/** As many as in an hour of 20 a second; they come faster. */
const hour = { events: 72_000, everyMs: 5, parts: 6 }

export async function* bench(): AsyncGenerator<Figure> {
  const browser = await launchChromium()
  const hall = await openAnnouncedHall()
  try {
    yield* figures(browser, hall)
  } finally {
    await hall.close()
    await browser.close()
  }
}

async function* figures(browser: Browser, hall: AnnouncedHall): AsyncGenerator<Figure> {
  const { page, devtools } = await slowPage(browser)
  await showAnnouncement(page, hall)
  await delay(5000)
  const still: number[] = []
  const scrolled: number[] = []
  const idle: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    still.push(await framesOf(page, () => delay(scroll.seconds * 1000)))
    scrolled.push(await framesOf(page, () => scrollTable(page, round)))
    await delay(5000)
    idle.push(await scriptOf(devtools, () => delay(idleSeconds * 1000)))
  }
  yield figure('screen-scroll', 1000, 'frames/s', scrolled, still)
  yield figure(
    'screen-idle',
    1000,
    'ms of script a second',
    idle,
    idle.map(() => 0),
  )
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  yield await heapFigure(devtools, hall)
}

/** Megabytes that an hour of events leaves in the page, against the heap before. */
async function heapFigure(devtools: CDPSession, hall: AnnouncedHall): Promise<Figure> {
  const before = await heapOf(devtools)
  for (let part = 1; part <= hour.parts; part += 1) {
    await hall.post(hour.events / hour.parts, hour.everyMs)
    await delay(3000)
    console.error(`${(part * hour.events) / hour.parts} events: ${(await heapOf(devtools)).toFixed(1)} MB`)
  }
  const after = await heapOf(devtools)
  return { name: 'screen-hour', n: hour.events, unit: 'MB', ...compared(after, before) }
}

function compared(value: number, baseline: number) {
  const rounded = (number: number) => Number(number.toPrecision(4))
  return { value: rounded(value), baseline: rounded(baseline), ratio: rounded(value / baseline) }
}

async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  return (await metricsOf(devtools)).heap
}

/** Milliseconds of script a second meanwhile. */
async function scriptOf(devtools: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const before = await metricsOf(devtools)
  await work()
  const after = await metricsOf(devtools)
  return (1000 * (after.script - before.script)) / (after.at - before.at)
}

/** Frames a second that the page draws meanwhile. */
async function framesOf(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    globalThis.drawn = {
      times: [],
      next(at) {
        this.times.push(at)
        this.request = requestAnimationFrame((time) => this.next(time))
      },
      request: requestAnimationFrame((time) => globalThis.drawn.next(time)),
    }
  })
  await work()
  return await page.evaluate(() => {
    cancelAnimationFrame(globalThis.drawn.request)
    const { times } = globalThis.drawn
    return (1000 * (times.length - 1)) / ((times.at(-1) ?? 0) - (times[0] ?? 0))
  })
}

declare global {
  /** When frames were drawn, by the page's clock. */
  var drawn: { readonly times: number[]; next(at: number): void; request: number }
}

/** With the wheel, down and up in turns: faster than anybody reads, some five screens a second. */
async function scrollTable(page: Page, round: number): Promise<void> {
  const frame = page
    .getByRole('group')
    .filter({ has: page.getByRole('table') })
    .first()
  await frame.scrollIntoViewIfNeeded()
  const box = await frame.boundingBox()
  if (!box) throw new Error('there is no table')
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height, 600) / 2)
  const began = performance.now()
  const pixels = round % 2 === 0 ? scroll.pixels : -scroll.pixels
  while (performance.now() - began < scroll.seconds * 1000) {
    await page.mouse.wheel(0, pixels)
    await delay(scroll.everyMs)
  }
}
