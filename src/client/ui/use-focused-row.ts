import { useEffect, useEffectEvent, useState } from 'react'

/**
 * The key of the row inside `frame` whose control has the focus, so that it is not taken away when it is scrolled out of
 * view; null without one. `keyAt`: the key of the row with this `data-index`.
 */
export function useFocusedRow<Key>(
  frame: HTMLElement | null,
  keyAt: (index: number) => Key | undefined,
): Key | null {
  const [focused, setFocused] = useState<Key | null>(null)
  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    setFocused(() => (row && keyAt(Number(row.dataset.index))) ?? null)
  })
  useEffect(() => {
    if (!frame) return
    const onBlur = ({ target }: FocusEvent) => {
      // Another window has the focus: it comes back to the same control.
      if (document.activeElement !== target) setFocused(null)
    }
    frame.addEventListener('focusin', onFocus)
    frame.addEventListener('focusout', onBlur)
    return () => {
      frame.removeEventListener('focusin', onFocus)
      frame.removeEventListener('focusout', onBlur)
    }
  }, [frame])
  return focused
}
