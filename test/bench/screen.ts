import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, CDPSession, Locator, Page } from 'playwright'
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
const bidders = 1000
const scroll = { seconds: 5, pixels: 60, everyMs: 16 }
const idleSeconds = 10
/** As many as in an hour of 20 a second; they come faster. */
const hour = { events: 72_000, everyMs: 5, parts: 6 }

export async function* bench(): AsyncGenerator<Figure> {
  const browser = await launchChromium()
  try {
    const hall = await openAnnouncedHall()
    try {
      yield* figures(browser, hall)
    } finally {
      await hall.close()
    }
  } finally {
    await browser.close()
  }
}

async function* figures(browser: Browser, hall: AnnouncedHall): AsyncGenerator<Figure> {
  const { page, devtools } = await slowPage(browser)
  await showAnnouncement(page, hall)
  await delay(5000)
  yield* scrollFigures(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await delay(5000)
  const idle: number[] = []
  for (let round = 0; round < rounds; round += 1)
    idle.push(await scriptOf(devtools, () => delay(idleSeconds * 1000)))
  const nothing = idle.map(() => 0)
  yield figure('screen-idle', bidders, 'ms of script a second', idle, nothing)
  yield await heapFigure(page, devtools, hall)
}

async function* scrollFigures(page: Page): AsyncGenerator<Figure> {
  const still: number[] = []
  const scrolled: number[] = []
  const blank: number[] = []
  const table = await tableOf(page)
  for (let round = 0; round < rounds; round += 1) {
    const at = await scrolledTo(table)
    still.push((await framesOf(page, () => delay(scroll.seconds * 1000))).aSecond)
    const pixels = round % 2 === 0 ? scroll.pixels : -scroll.pixels
    const drawn = await framesOf(page, () => turnWheel(page, pixels))
    const moved = Math.abs((await scrolledTo(table)) - at)
    if (moved < 1000) throw new Error(`the table scrolled by ${moved} pixels only`)
    scrolled.push(drawn.aSecond)
    blank.push(drawn.blank)
  }
  yield figure('screen-scroll', bidders, 'frames/s', scrolled, still)
  const none = blank.map(() => 0)
  yield figure('screen-scroll-blank', bidders, '% of the frames', blank, none)
}

/** Megabytes that an hour of events leaves in the page, against the heap before. */
async function heapFigure(page: Page, devtools: CDPSession, hall: AnnouncedHall): Promise<Figure> {
  const before = await heapOf(devtools)
  for (let part = 1; part <= hour.parts; part += 1) {
    const events = hour.events / hour.parts
    await hall.post(events, hour.everyMs)
    // The last event but one is a message.
    await page
      .getByText(`第${events - 2}句`)
      .first()
      .waitFor({ timeout: 60_000 })
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

/** Frames a second that the page draws meanwhile, and the percentage of them without a row at the pointer. */
async function framesOf(page: Page, work: () => Promise<unknown>) {
  await page.evaluate(() => {
    globalThis.drawn = {
      times: [],
      blank: 0,
      next(at) {
        this.times.push(at)
        const [x, y] = globalThis.pointer
        if (!document.elementFromPoint(x, y)?.closest('tr[data-index]')) this.blank += 1
        this.request = requestAnimationFrame((time) => this.next(time))
      },
      request: requestAnimationFrame((time) => globalThis.drawn.next(time)),
    }
  })
  await work()
  return await page.evaluate(() => {
    cancelAnimationFrame(globalThis.drawn.request)
    const { times, blank } = globalThis.drawn
    const milliseconds = (times.at(-1) ?? 0) - (times[0] ?? 0)
    return { aSecond: (1000 * (times.length - 1)) / milliseconds, blank: (100 * blank) / times.length }
  })
}

declare global {
  var pointer: [number, number]
  /** When frames were drawn, by the page's clock, and how many had no row at the pointer. */
  var drawn: { readonly times: number[]; blank: number; next(at: number): void; request: number }
}

/** The table's frame, with the pointer on it. */
async function tableOf(page: Page): Promise<Locator> {
  const table = page.getByRole('group').filter({ has: page.getByRole('table') })
  const frame = table.first()
  await frame.scrollIntoViewIfNeeded()
  const box = await frame.boundingBox()
  if (!box) throw new Error('there is no table')
  const place: [number, number] = [box.x + box.width / 2, box.y + Math.min(box.height, 600) / 2]
  await page.mouse.move(...place)
  await page.evaluate((at) => {
    globalThis.pointer = at
  }, place)
  return frame
}

function scrolledTo(frame: Locator): Promise<number> {
  return frame.evaluate((element) => element.scrollTop)
}

/** Faster than anybody reads, some five screens a second. */
async function turnWheel(page: Page, pixels: number): Promise<void> {
  const began = performance.now()
  while (performance.now() - began < scroll.seconds * 1000) {
    await page.mouse.wheel(0, pixels)
    await delay(scroll.everyMs)
  }
}
