import { useLayoutEffect, useState } from 'react'
import { scrollToFreePart } from './free-part.ts'

/** What a step points at. */
export interface FoundTarget {
  readonly element: HTMLElement
  /** Where its text stands: beside it, or at an edge of the window, where the element leaves too little room. */
  readonly side: 'bottom' | 'left-start' | 'upper-edge' | 'lower-edge'
  /** Of the step that it belongs to. */
  readonly selectors: readonly string[]
}

const lookEveryMs = 250
/** So long only the first choice counts: the screen may still be loading. */
const patienceMs = 2500
/** A taller element, in shares of the window's height, leaves too little room above and below. */
const mostHeight = 0.35
/** Narrower than this, there is room beside it. */
const mostWidth = 0.4
const phoneWidth = 768

/** Looks for a step's element on the screen, marks it and brings it into sight; null while there is none. */
export function useTarget(selectors: readonly string[]): FoundTarget | null {
  const [found, setFound] = useState<FoundTarget | null>(null)
  useLayoutEffect(() => {
    const began = performance.now()
    let element: HTMLElement | null = null
    /** Where the page was scrolled to: whoever scrolls on by themselves is left where they are. */
    let scrolledTo: number | null = null
    let wasPhone = isPhone()

    function look() {
      const isPatient = performance.now() - began < patienceMs
      const next = firstShown(isPatient ? selectors.slice(0, 1) : selectors)
      // A phone that was turned begins again.
      const isAnew = next !== element || wasPhone !== isPhone()
      if (next !== element) {
        element?.removeAttribute('data-toured')
        next?.setAttribute('data-toured', isAsWideAsWindow(next) ? 'inside' : '')
        element = next
      }
      if (isAnew) scrolledTo = null
      if (!isPhone()) {
        if (next && isAnew) bringIntoSight(next)
      }
      // Again with each look: the card's height changes with its text.
      else if (next && (scrolledTo === null || scrolledTo === scrollY)) {
        showAboveCard(next)
        scrolledTo = scrollY
      }
      wasPhone = isPhone()
      const side = next && sideOf(next)
      setFound((before) => {
        if (!next || !side) return null
        return before?.element === next && before.side === side ? before : { element: next, side, selectors }
      })
    }

    look()
    const timer = setInterval(look, lookEveryMs)
    return () => {
      clearInterval(timer)
      element?.removeAttribute('data-toured')
      setFound(null)
    }
  }, [selectors])
  // Until the next look the former step's is held.
  return found?.selectors === selectors ? found : null
}

function firstShown(selectors: readonly string[]): HTMLElement | null {
  for (const selector of selectors) {
    const shown = [...document.querySelectorAll<HTMLElement>(selector)].find(
      (one) => one.getBoundingClientRect().height > 0,
    )
    if (shown) return shown
  }
  return null
}

/** Around such an element there is no room for a frame. */
function isAsWideAsWindow(element: HTMLElement): boolean {
  const { left, right } = element.getBoundingClientRect()
  return left < 3 && right > document.documentElement.clientWidth - 3
}

function isPhone(): boolean {
  return innerWidth < phoneWidth
}

/** Scrolls a wide window's page, unless the element is in sight. */
function bringIntoSight(element: HTMLElement): void {
  if (!isInSight(element)) element.scrollIntoView({ block: isTall(element) ? 'start' : 'center' })
}

/** Scrolls a phone's page, so that the card at the lower edge covers nothing of the element, as far as it fits. */
function showAboveCard(element: HTMLElement): void {
  if (isFixed(element)) return
  const bar = document.querySelector('[data-step-bar]')
  const card = document.querySelector('[data-tour-card]')
  scrollBy({
    top: scrollToFreePart(
      element.getBoundingClientRect(),
      bar && !bar.contains(element) ? bar.getBoundingClientRect() : null,
      card?.getBoundingClientRect().top ?? innerHeight,
    ),
    behavior: 'instant',
  })
}

/** Of an act that sticks to the lower edge, which does not scroll. */
function isFixed(element: HTMLElement): boolean {
  return getComputedStyle(element).position === 'fixed'
}

function isTall(element: HTMLElement): boolean {
  return element.getBoundingClientRect().height > innerHeight * mostHeight
}

function sideOf(element: HTMLElement): FoundTarget['side'] {
  if (isPhone()) return isFixed(element) ? 'upper-edge' : 'lower-edge'
  if (!isTall(element)) return 'bottom'
  return element.getBoundingClientRect().width < innerWidth * mostWidth ? 'left-start' : 'lower-edge'
}

/** Whether it is in the window, as far as it fits, and nothing sticky is above its beginning. */
function isInSight(element: HTMLElement): boolean {
  const { left, top, width, height, bottom } = element.getBoundingClientRect()
  const isBelow = isTall(element) ? top > innerHeight * mostHeight : bottom > innerHeight
  if (top < 0 || isBelow) return false
  const above = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
  return above !== null && (element.contains(above) || above.contains(element))
}
