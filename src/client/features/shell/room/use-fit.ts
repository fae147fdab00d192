import { type RefObject, useLayoutEffect } from 'react'

const step = 0.05

interface Shares {
  readonly largest?: number
  readonly smallest?: number
  /** Where even the smallest does not fit. */
  readonly otherwise?: number
}

/**
 * Gives a part the largest size at which its frame, the element around it, has all of it: sizes in it are multiplied by
 * `--fit`. Measured again when `key` or the frame's size changes.
 */
export function useFit(
  part: RefObject<HTMLElement | null>,
  key: string,
  { largest = 1, smallest = 0.4, otherwise = smallest }: Shares = {},
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content has another size
  useLayoutEffect(() => {
    const element = part.current
    const frame = element?.parentElement
    if (!element || !frame) return
    const resize = (share: number) => element.style.setProperty('--fit', share.toFixed(2))
    const fitsAt = (share: number) => {
      resize(share)
      return element.scrollHeight <= frame.clientHeight && element.scrollWidth <= frame.clientWidth
    }
    const measure = () => {
      // Asked first: a long list is not tried at every size.
      if (!fitsAt(smallest)) return resize(otherwise)
      for (let share = largest; share > smallest; share -= step) if (fitsAt(share)) return
      resize(smallest)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [part, key, largest, smallest, otherwise])
}
