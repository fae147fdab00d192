import { useLayoutEffect } from 'react'
import { type Place, spotClearOf } from './clear-of-acts.ts'

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
const toasts = '[data-scope=toast][data-part=root]'
/** The distance of the toasts to the window's lower edge, where nothing is in the way, and to its sides. */
export const toastBottom = 80
export const toastAside = 16
const toastGap = 16
const lookAgainMs = 250

/**
 * For each toast: keeps them all where they cover neither acts nor deadlines nor the names of a table's rows, also while
 * the page below them changes, by `--kb-toast-bottom` and `--kb-toast-side`. They stay where they are under the pointer or
 * with the focus.
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
  if (!one || shown.some((toast) => toast.matches(':hover, :focus-within'))) return
  const height = shown.reduce((sum, toast) => sum + toast.offsetHeight + toastGap, -toastGap)
  const floating = { width: one.offsetWidth, height, lowest: toastBottom, aside: toastAside }
  const window = { width: document.documentElement.clientWidth, height: globalThis.innerHeight }
  const deadlines = placesOf(most, window.height)
  const rows = placesOf(names, window.height)
  const others = placesOf(acts, window.height)
  const { side, bottom } = spotClearOf(
    [[...deadlines, ...rows, ...others], [...deadlines, ...rows], [...deadlines, ...others], deadlines],
    floating,
    window,
  )
  const { style } = document.documentElement
  style.setProperty('--kb-toast-bottom', `${Math.round(bottom)}px`)
  style.setProperty('--kb-toast-side', side === 'center' ? side : `flex-${side}`)
}

/** Of what is in the window, or in the topmost dialog while one is open. */
function placesOf(what: string, windowHeight: number): Place[] {
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
  const page = dialogs.findLast((dialog) => dialog.checkVisibility()) ?? document
  return [...page.querySelectorAll(what)].flatMap((thing) => {
    const rect = thing.getBoundingClientRect()
    const isInWindow = rect.width > 2 && rect.bottom > 0 && rect.top < windowHeight
    return isInWindow && !thing.closest(toasts) && thing.checkVisibility() ? [rect] : []
  })
}
