import { type RefCallback, startTransition, useCallback, useState } from 'react'

/**
 * An element once it is in the page, and its ref. What needs it is rendered in slices and in a task of its own, not in
 * the one that puts the element there.
 */
export function useElement<E extends HTMLElement>(): readonly [E | null, RefCallback<E>] {
  const [element, setElement] = useState<E | null>(null)
  const ref = useCallback((found: E | null) => startTransition(() => setElement(found)), [])
  return [element, ref]
}
