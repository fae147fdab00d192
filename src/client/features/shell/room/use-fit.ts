import { type RefObject, useLayoutEffect } from 'react'

const step = 0.05
const smallest = 0.4

/**
 * Makes a part smaller until its frame, the element around it, has all of it: sizes in it are multiplied by `--fit`.
 * Measured again when `key` or the frame's size changes.
 */
export function useFit(part: RefObject<HTMLElement | null>, key: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content has another size
  useLayoutEffect(() => {
    const element = part.current
    const frame = element?.parentElement
    if (!element || !frame) return
    const shrink = () => {
      for (let share = 1; share >= smallest; share -= step) {
        element.style.setProperty('--fit', share.toFixed(2))
        if (element.scrollHeight <= frame.clientHeight) return
      }
    }
    shrink()
    const observer = new ResizeObserver(shrink)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [part, key])
}
