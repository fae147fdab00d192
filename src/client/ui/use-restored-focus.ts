import { useEffect } from 'react'
import { type FocusPath, focusPathOf, focusTargetOn } from './focus-target.ts'

/** A dialog that closes gives the focus back by itself within this time. */
const patienceMs = 60

/**
 * Keeps the focus in its place. What has it may go from the page, as a button does once the log says that its act is
 * done: then the heading of the part it stood in has it. Or it may not be pressed for a while, as one that is busy:
 * then it has the focus again when it may. Whoever has gone elsewhere meanwhile stays there, and whoever has let go of
 * it, as with a phone keyboard's "done", is left alone.
 */
export function useRestoredFocus(): void {
  useEffect(() => {
    let trail: FocusPath = []
    /** What had the focus was seen unable to have it: nobody has let go of it. */
    let taken = false
    let timer: ReturnType<typeof setTimeout> | undefined

    function look(): void {
      const [last] = trail
      if (!last) return
      if (cannotHaveIt(last)) taken = true
      // A browser may take the focus from what cannot have it any more only when it draws the page next.
      if (taken) timer ??= setTimeout(give, patienceMs)
    }
    function give(): void {
      timer = undefined
      const [last] = trail
      if (!last) return
      if (document.activeElement !== document.body) {
        taken = cannotHaveIt(last)
        return
      }
      // One that is busy has it again when it is done.
      if (last.isConnected && last.matches(':disabled')) return
      focusTargetOn(trail)?.focus({ preventScroll: true })
    }

    const observer = new MutationObserver(look)
    function onFocus({ target }: FocusEvent): void {
      if (target instanceof Element) trail = focusPathOf(target)
      taken = false
    }
    /** A press elsewhere takes the focus away on purpose. */
    function onPress({ target }: PointerEvent): void {
      if (target instanceof Node && !trail[0]?.contains(target)) trail = []
    }
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'hidden'],
    })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPress)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [])
}

function cannotHaveIt(element: Element): boolean {
  if (!element.isConnected || element.matches(':disabled, [hidden], [hidden] *')) return true
  // To be asked of what has lost the focus alone: it has the browser lay out the page.
  return document.activeElement === document.body && element.checkVisibility?.() === false
}
