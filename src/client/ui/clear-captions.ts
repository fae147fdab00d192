import { overlap, type Place, type Sides, type Spot, spotClearOf } from './clear-of-acts.ts'
import { actsInSight } from './use-clear-of-acts.ts'

/** Measuring makes the browser lay the page out, and draw it while anything moves: not more often than needed. */
const lookAgainMs = 2000
/** Sooner after the page's height has changed, for then its text is elsewhere: once it changes no more. */
const settledMs = 200
/** A caption that would have to rise further, as a share of the window, stays at the lower edge. */
const highestShare = 0.4

/**
 * For the strip of the captions: its pill goes to the side (`data-side`) or rises (`--kb-caption-rise`) where acts, fields
 * and deadlines of the page would be below it, and the page does not fade out where they are (`data-over-acts`). It goes
 * to the side for the page's text, too, where that is enough. It looks at once when a caption comes, and when the page is
 * scrolled or resized, and soon when its content changes. Ends with the function it returns.
 */
export function keepCaptionsClear(strip: HTMLElement): () => void {
  let frame: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let settled: ReturnType<typeof setTimeout> | undefined
  // In the browser's next frame, which lays the page out anyway.
  const lookSoon = () => {
    clearTimeout(timer)
    frame ??= requestAnimationFrame(() => {
      frame = null
      keepClear(strip)
      timer = setTimeout(lookSoon, lookAgainMs)
    })
  }
  lookSoon()
  const captions = new MutationObserver(lookSoon)
  captions.observe(strip, { childList: true, subtree: true })
  const page = new ResizeObserver(() => {
    clearTimeout(settled)
    settled = setTimeout(lookSoon, settledMs)
  })
  page.observe(document.body)
  addEventListener('scroll', lookSoon, { capture: true, passive: true })
  addEventListener('resize', lookSoon)
  return () => {
    clearTimeout(timer)
    clearTimeout(settled)
    captions.disconnect()
    page.disconnect()
    removeEventListener('scroll', lookSoon, { capture: true })
    removeEventListener('resize', lookSoon)
    if (frame !== null) cancelAnimationFrame(frame)
  }
}

function keepClear(strip: HTMLElement): void {
  const pill = strip.firstElementChild?.getBoundingClientRect()
  if (!pill) return
  // With a dialog open the captions are behind its backdrop, and so is the page.
  const acts = actsInSight().filter(
    (act) => !act.closest('[data-caption-strip], [data-sticky-act], [role$=dialog]'),
  )
  const places = acts.map((act) => act.getBoundingClientRect())
  const { side, bottom } = spotOf(pill, strip, places)
  strip.dataset.side = side
  strip.style.setProperty('--kb-caption-rise', `${-bottom}px`)
  strip.toggleAttribute(
    'data-over-acts',
    places.some((place) => overlap(place, strip.getBoundingClientRect())),
  )
}

/** On a phone text fills the middle and ends before the right edge; on wider screens the right has the tables' figures. */
const onPhone: Sides = ['end', 'center', 'start']
const onWide: Sides = ['center', 'end', 'start']
const wideFrom = 768

/** Without covering text the pill rises no further than this, in pixels. */
const slightRise = 24
const texts = 'main :is(h2, h3, p, dt, dd, th, td)'

/** Where text of the page is, as far down as the pill can be without rising; `from`: its upper edge. */
function textsBelow(from: number): Place[] {
  const range = document.createRange()
  return [...document.querySelectorAll(texts)].flatMap((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    if (bottom < from || top > innerHeight) return []
    // The text alone: a cell or a paragraph is wider.
    range.selectNodeContents(element)
    return [range.getBoundingClientRect()]
  })
}

/**
 * The pill's side, and how far it rises above its place in the strip: clear of text too where it need not rise for it,
 * otherwise of the acts alone.
 */
function spotOf({ width, height }: DOMRect, strip: HTMLElement, places: readonly Place[]): Spot {
  const frame = strip.getBoundingClientRect()
  const window = { width: frame.width, height: globalThis.innerHeight }
  const sides = frame.width < wideFrom ? onPhone : onWide
  const lowest = window.height - (frame.top + frame.bottom + height) / 2
  const aside = Number.parseFloat(getComputedStyle(strip).paddingInlineEnd) || 0
  const highest = window.height - lowest - height - slightRise
  const above = { left: 0, right: window.width, top: 0, bottom: highest }
  const withTexts = [...places, ...textsBelow(highest), above]
  const spot = spotClearOf([withTexts, places], { width, height, lowest, aside }, window, sides)
  const rise = Math.ceil(spot.bottom - lowest)
  return height > 0 && rise <= window.height * highestShare
    ? { side: spot.side, bottom: rise }
    : { side: sides[0], bottom: 0 }
}
