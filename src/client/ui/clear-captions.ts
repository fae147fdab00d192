import { bottomClearOf, overlap, type Place } from './clear-of-acts.ts'
import { actsInSight } from './use-clear-of-acts.ts'

/** Measuring makes the browser lay the page out, and draw it while anything moves: not more often than needed. */
const lookAgainMs = 2000
/** A caption that would have to rise further, as a share of the window, stays at the lower edge. */
const highest = 0.4

/**
 * For the strip of the captions: its pill rises (`--kb-caption-rise`) above acts, fields and deadlines of the page that
 * would be below it, and the page does not fade out where they are (`data-over-acts`). It looks at once when a caption
 * comes, and when the page is scrolled or resized. Ends with the function it returns.
 */
export function keepCaptionsClear(strip: HTMLElement): () => void {
  let frame: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
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
  addEventListener('scroll', lookSoon, { capture: true, passive: true })
  addEventListener('resize', lookSoon)
  return () => {
    clearTimeout(timer)
    captions.disconnect()
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
  const rise = pill.height > 0 ? riseOf(pill, strip.getBoundingClientRect(), places) : 0
  strip.style.setProperty('--kb-caption-rise', `${-rise}px`)
  strip.toggleAttribute(
    'data-over-acts',
    places.some((place) => overlap(place, strip.getBoundingClientRect())),
  )
}

function riseOf({ left, right, height }: DOMRect, strip: DOMRect, places: readonly Place[]): number {
  const { innerHeight } = globalThis
  const lowest = innerHeight - (strip.top + strip.bottom + height) / 2
  const bottom = bottomClearOf(places, { left, right, height, lowest }, innerHeight) ?? lowest
  const rise = Math.ceil(bottom - lowest)
  return rise > innerHeight * highest ? 0 : rise
}
