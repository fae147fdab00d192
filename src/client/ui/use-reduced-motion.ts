import { useSyncExternalStore } from 'react'

const wish = '(prefers-reduced-motion: reduce)'

/** Whether the user has asked for less motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(watch, () => typeof matchMedia === 'function' && matchMedia(wish).matches)
}

function watch(changed: () => void): () => void {
  if (typeof matchMedia !== 'function') return () => {}
  const media = matchMedia(wish)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}
