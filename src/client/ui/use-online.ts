import { useSyncExternalStore } from 'react'

/** Whether this device has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(onChange, () => navigator.onLine)
}

function onChange(changed: () => void): () => void {
  for (const change of ['online', 'offline']) addEventListener(change, changed)
  return () => {
    for (const change of ['online', 'offline']) removeEventListener(change, changed)
  }
}
