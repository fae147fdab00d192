import { useEffect } from 'react'
import { type FocusPath, focusPathOf, focusTargetOn } from './focus-target.ts'

/** A closing dialog returns the focus itself within this time. */
const restoreDelayMs = 60

/**
 * Restores a focus that the page took away. If the focused element is removed, as a button is once its act is done, the
 * heading of its part of the page gets the focus. If it is disabled for a while, as a busy button is, it gets the focus
 * back afterwards. Nothing happens if the user moved the focus meanwhile, or gave it up, as with a phone keyboard's
 * "done".
 */
export function useRestoredFocus(): void {
  useEffect(() => {
    let trail: FocusPath = []
    /** The focused element became unfocusable: the user has not given the focus up. */
    let taken = false
    let timer: ReturnType<typeof setTimeout> | undefined

    function look(): void {
      const [last] = trail
      if (!last) return
      if (cannotHaveIt(last)) taken = true
      // A browser may take the focus from such an element only with the next frame.
      if (taken) timer ??= setTimeout(give, restoreDelayMs)
    }
    function give(): void {
      timer = undefined
      const [last] = trail
      if (!last) return
      if (document.activeElement !== document.body) {
        taken = cannotHaveIt(last)
        return
      }
      // A busy element gets it back when it is done.
      if (last.isConnected && last.matches(':disabled')) return
      focusTargetOn(trail)?.focus({ preventScroll: true })
    }

    const observer = new MutationObserver(look)
    function onFocus({ target }: FocusEvent): void {
      if (target instanceof Element) trail = focusPathOf(target)
      taken = false
    }
    /** A press elsewhere gives the focus up on purpose. */
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
  // Only for an element that has lost the focus: `checkVisibility` forces a layout.
  return document.activeElement === document.body && element.checkVisibility?.() === false
}
