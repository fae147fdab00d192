import type { Page } from 'playwright'
import { expect } from 'vitest'
import { reading } from '#client/texts/zh-CN/reading.ts'

/** How far apart the screens may be. */
const togetherMs = 300
/** What says captions on the pages and in the room. */
const captions = '[data-caption-strip] [role=status], [data-caption-strip] [role=alert], [data-room-caption]'

/** Waits until a page says these words in its captions. */
export const isCaptioned = (page: Page, words: string) =>
  page.locator(captions).filter({ hasText: words }).first().waitFor({ state: 'attached' })

interface Shown {
  /** What of the page changed. */
  readonly what: 'bid' | 'caption'
  readonly words: string
  /** Epoch ms. */
  readonly at: number
}

/** What a page showed, in order, and when its thread did nothing because it or the machine was busy, in epoch ms. */
interface Recording {
  /** Epoch ms. */
  readonly since: number
  readonly shown: Shown[]
  readonly stalls: { readonly from: number; readonly to: number }[]
}

/** From now on: notes when a bid, its being paused, and each caption come onto the screen, also the same words again. */
export async function recordReading(page: Page): Promise<void> {
  await page.evaluate(
    ({ captions, paused }) => {
      const recording: Recording = { since: Date.now(), shown: [], stalls: [] }
      Object.assign(window, { recording })
      let bid = ''
      let caption: Node | null = null
      const look = () => {
        const at = Date.now()
        const place = document.querySelector('[data-reading], [data-room-reading]')
        const position = place?.getAttribute('data-reading') ?? place?.getAttribute('data-room-reading') ?? ''
        const words = place?.textContent?.includes(paused) ? `${position} ${paused}` : position
        if (words !== bid) recording.shown.push({ what: 'bid', words, at })
        bid = words
        const strip = [...document.querySelectorAll(captions)].find((one) => one.textContent)
        const text = strip?.firstChild ?? null
        const isNew = strip && text !== caption
        if (isNew) recording.shown.push({ what: 'caption', words: strip.textContent ?? '', at })
        caption = text
      }
      look()
      recording.shown.length = 0
      const everything = { subtree: true, childList: true, attributes: true, characterData: true }
      new MutationObserver(look).observe(document.body, everything)
      let beat = Date.now()
      setInterval(() => {
        const from = beat
        beat = Date.now()
        if (beat - from > 100) recording.stalls.push({ from, to: beat })
      }, 20)
    },
    { captions, paused: reading.paused },
  )
}

/** One moment of a reading as the screens show it. */
export interface Moment {
  /** What of the bid is on the screen: its place, and whether it is paused; null where that does not change. */
  readonly bid: string | null
  /** How the caption begins. */
  readonly caption: string
}

/**
 * From the first page that shows a bid or its caption, no page waits 300 ms for either. The time in which a page's thread
 * is busy does not count, because all pages share the machine; and the bound is on the median of the moments.
 */
export async function areTogether(pages: readonly Page[], moments: readonly Moment[]): Promise<void> {
  const seen = await Promise.all(
    pages.map(async (page) => {
      const recording = await page.evaluate(() => (window as unknown as { recording: Recording }).recording)
      return { recording, times: momentsOf(recording.shown, moments) }
    }),
  )
  const waits = moments.map((_, place) => {
    const first = Math.min(...seen.flatMap(({ times }) => times[place] ?? []))
    return seen.flatMap(({ recording, times }) =>
      (times[place] ?? []).map((at) => ({
        apart: at - first,
        waited: at - first - stalled(recording, first, at),
      })),
    )
  })
  const longest = (what: 'apart' | 'waited') => waits.map((all) => Math.max(...all.map((one) => one[what])))
  const busy = seen.map(({ recording: { stalls, since } }) =>
    Math.round((stalls.reduce((sum, { from, to }) => sum + to - from, 0) / (Date.now() - since)) * 100),
  )
  console.info(
    `bids and captions were ${longest('apart')} ms apart; pages waited ${longest('waited')} ms, busy ${busy} %`,
  )
  // Every moment was seen by all pages but the one that came later or was reloaded.
  expect(Math.min(...waits.map(({ length }) => length))).toBeGreaterThanOrEqual(pages.length - 1)
  expect(longest('waited').toSorted((a, b) => a - b)[moments.length >> 1]).toBeLessThan(togetherMs)
}

/** Milliseconds between two times in which a page's thread did nothing. */
function stalled({ stalls }: Recording, after: number, before: number): number {
  const parts = stalls.map(({ from, to }) => Math.min(to, before) - Math.max(from, after))
  return parts.reduce((sum, part) => sum + Math.max(0, part), 0)
}

/** When a page showed bid and caption of each moment. */
function momentsOf(shown: readonly Shown[], moments: readonly Moment[]): number[][] {
  const left = { bid: shown.length, caption: shown.length }
  const back = (what: Shown['what'], fits: (words: string) => boolean): number[] => {
    const place = shown.findLastIndex((one, i) => i < left[what] && one.what === what && fits(one.words))
    left[what] = place
    const found = shown[place]
    return found ? [found.at] : []
  }
  // From the end: a page that came in the middle lacks the beginning.
  return moments
    .toReversed()
    .map(({ bid, caption }) => [
      ...(bid === null ? [] : back('bid', (words) => words === bid)),
      ...back('caption', (words) => words.startsWith(caption)),
    ])
    .toReversed()
}
