import { useEffect, useLayoutEffect } from 'react'
import { overlap, type Place, spotClearOf, spotGap } from './clear-of-acts.ts'

/** What matters most: the deadlines, and the next act. */
const most = [
  '[role=timer]',
  '[data-sticky-act] button',
  '[data-official-act=next]',
  '[data-step-bar] button',
  '[data-dialog-footer] button',
].join()
/** Whose row it is, in tables. */
const names = '[role=rowheader]'
/** What else a toast must not cover: what can be pressed or filled in, and the captions. */
const acts = 'button, a[href], input, select, textarea, summary, [role=tab], [data-caption-strip] > *'
/** What is read there: notices, facts such as a digest, and the lines of the log. */
const words =
  '[role=status], [role=alert], [role=status] p, [role=alert] p, [data-step-bar] p, dd, li[aria-posinset]'
const toasts = '[data-scope=toast][data-part=root]'
/** The distance of the toasts to the window's lower edge, where nothing is in the way, and to its sides. */
export const toastBottom = 80
export const toastAside = 16
const toastGap = 16
const lookAgainMs = 250

/** Where a mouse is. */
let mouse: Place | null = null

/** From now on no toast comes below a mouse at rest: it would stay, and others wait, until the mouse is moved. */
export function useMouseWatch(): void {
  useEffect(() => {
    const onMove = ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      // Less than a point, so that a toast may be right beside it.
      const place = { left: x - 1, right: x + 1, top: y + spotGap, bottom: y - spotGap }
      mouse = pointerType === 'mouse' ? place : null
    }
    addEventListener('pointermove', onMove, { passive: true })
    return () => removeEventListener('pointermove', onMove)
  }, [])
}

/**
 * For each toast: keeps them all where they cover neither acts nor deadlines nor the names of a table's rows, nor, where
 * there is room, what is read on the page, also while the page below them changes, by `--kb-toast-bottom` and
 * `--kb-toast-side`. What the page says in the same words is not shown twice (`data-repeats`). They stay where they are
 * with the focus, and under the pointer unless an act has come to be below them, which the pointer may be on its way to.
 */
export function useClearOfActs(): void {
  useLayoutEffect(() => {
    place()
    const timer = setInterval(place, lookAgainMs)
    return () => clearInterval(timer)
  }, [])
}

function place(): void {
  const shown = [...document.querySelectorAll<HTMLElement>(toasts)]
  const [one] = shown
  hideRepeated(shown)
  if (!one || shown.some((toast) => toast.matches(':focus-within'))) return
  const height = shown.reduce((sum, toast) => sum + toast.offsetHeight + toastGap, -toastGap)
  const floating = { width: one.offsetWidth, height, lowest: toastBottom, aside: toastAside }
  const window = { width: document.documentElement.clientWidth, height: globalThis.innerHeight }
  const deadlines = placesOf(most, window.height)
  const rows = placesOf(names, window.height)
  const others = placesOf(acts, window.height)
  const read = placesOf(words, window.height)
  if (shown.some((toast) => toast.matches(':hover')) && !coversAny(shown, [...deadlines, ...others])) return
  const rest = mouse ? [mouse] : []
  const { side, bottom } = spotClearOf(
    [
      [...deadlines, ...rows, ...others, ...read, ...rest],
      [...deadlines, ...rows, ...others, ...rest],
      [...deadlines, ...rows, ...rest],
      [...deadlines, ...others, ...rest],
      deadlines,
    ],
    floating,
    window,
  )
  const { style } = document.documentElement
  style.setProperty('--kb-toast-bottom', `${Math.round(bottom)}px`)
  style.setProperty('--kb-toast-side', side === 'center' ? side : `flex-${side}`)
}

function coversAny(shown: readonly HTMLElement[], places: readonly Place[]): boolean {
  return shown.some((toast) => places.some((place) => overlap(toast.getBoundingClientRect(), place)))
}

/** A toast that repeats what is in sight is left to screen readers; the place that says it is pointed out. */
function hideRepeated(shown: readonly HTMLElement[]): void {
  const fresh = shown.filter((toast) => toast.dataset.repeats === undefined)
  if (fresh.length === 0) return
  const seen = inSight(words, globalThis.innerHeight).filter((one) => !one.closest('[data-caption-strip]'))
  const places = seen.map((place) => ({ place, said: bare(place.textContent) }))
  for (const toast of fresh) {
    const text = bare(toast.querySelector('[data-part=title]')?.textContent ?? '')
    // The innermost place.
    const known = places.findLast(({ said }) => said === text || (text.length > aWord && said.includes(text)))
    if (!known) continue
    toast.dataset.repeats = ''
    pointOut(known.place)
  }
}

/** For a moment the place has a colour, so that whoever pressed something sees the answer. */
function pointOut(place: HTMLElement): void {
  place.animate([{ backgroundColor: 'var(--kb-colors-warning-muted)' }, {}], {
    duration: 2400,
    easing: 'ease-in',
  })
}

/** In characters: a text that is no longer, such as “saved”, may be part of another that says something else. */
const aWord = 8

/** Without white space and marks: a sentence of the bar may end otherwise. */
function bare(text: string): string {
  return text.replace(/[\s\p{P}]/gu, '')
}

/** The acts, fields and deadlines in the window, or in the topmost dialog while one is open. */
export function actsInSight(): HTMLElement[] {
  return inSight(`${most}, ${acts}`, globalThis.innerHeight)
}

function placesOf(what: string, windowHeight: number): Place[] {
  return inSight(what, windowHeight).map((thing) => thing.getBoundingClientRect())
}

/** What is in the window, or in the topmost dialog while one is open. */
function inSight(what: string, windowHeight: number): HTMLElement[] {
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
  const page = dialogs.findLast((dialog) => dialog.checkVisibility()) ?? document
  return [...page.querySelectorAll<HTMLElement>(what)].filter((thing) => {
    const rect = thing.getBoundingClientRect()
    const isInWindow = rect.width > 2 && rect.bottom > 0 && rect.top < windowHeight
    return isInWindow && !thing.closest(toasts) && thing.checkVisibility()
  })
}
