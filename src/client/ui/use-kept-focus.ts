import { useEffect } from 'react'
import { placeOn, type Trail, trailOf } from './focus-place.ts'

/** A dialog that closes gives the focus back by itself within this time. */
const patienceMs = 60

/**
 * Keeps the focus in its place. What has it may go from the page, as a button does once the log says that its act is
 * done: then the heading of the part it stood in has it. Or it may not be pressed for a while, as one that is busy:
 * then it has the focus again when it may. Whoever has gone elsewhere meanwhile stays there.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let trail: Trail = []
    let timer: ReturnType<typeof setTimeout> | undefined

    function look(): void {
      const [last] = trail
      if (!last || timer !== undefined) return
      // A browser may take the focus from what cannot have it any more only when it draws the page next.
      const lost = document.activeElement === document.body || !last.isConnected
      if (lost || last.matches(':disabled, [hidden], [hidden] *')) timer = setTimeout(give, patienceMs)
    }
    function give(): void {
      timer = undefined
      const [last] = trail
      if (!last || document.activeElement !== document.body) return
      // One that is busy has it again when it is done.
      if (last.isConnected && last.matches(':disabled')) return
      placeOn(trail)?.focus({ preventScroll: true })
    }

    const observer = new MutationObserver(look)
    function onFocus({ target }: FocusEvent): void {
      if (target instanceof Element) trail = trailOf(target)
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
