import { useLayoutEffect } from 'react'
import { bottomClearOf } from './clear-of-acts.ts'

/** What a toast must not cover: what can be pressed or filled in, and the clocks. */
const acts = 'button, a[href], input, select, textarea, summary, [role=tab], [role=timer]'
const toasts = '[data-scope=toast][data-part=root]'
/** The distance of the toasts to the window's lower edge, where nothing is in the way. */
export const toastBottom = 80
const toastGap = 16
const lookAgainMs = 250

/**
 * For each toast: keeps them all where they cover no act, also while the page below them changes, by
 * `--kb-toast-bottom`. They stay where they are under the pointer or with the focus.
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
  const [first] = shown
  if (!first || shown.some((toast) => toast.matches(':hover, :focus-within'))) return
  const { left, right } = first.getBoundingClientRect()
  const height = shown.reduce((sum, toast) => sum + toast.offsetHeight + toastGap, -toastGap)
  const floating = { left, right, height, lowest: toastBottom }
  const bottom = bottomClearOf(placesOfActs(), floating, window.innerHeight)
  document.documentElement.style.setProperty('--kb-toast-bottom', `${Math.round(bottom)}px`)
}

/** Of the acts in the window, or in the topmost dialog while one is open. */
function placesOfActs(): DOMRect[] {
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
  const page = dialogs.findLast((dialog) => dialog.checkVisibility()) ?? document
  return [...page.querySelectorAll(acts)].flatMap((act) => {
    const rect = act.getBoundingClientRect()
    const isInWindow = rect.width > 2 && rect.bottom > 0 && rect.top < window.innerHeight
    return isInWindow && !act.closest(toasts) && act.checkVisibility() ? [rect] : []
  })
}
