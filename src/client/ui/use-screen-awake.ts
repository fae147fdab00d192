import { useEffect } from 'react'

/** What of the browser keeps the screen on; undefined where it cannot. */
type Lock = Pick<WakeLock, 'request'> | undefined

/**
 * Keeps the screen on until the returned function is called. The browser lets it go off with the page in the background:
 * it is asked again when the page is visible. A browser may refuse, for instance with a nearly empty battery.
 */
export function keepScreenAwake(
  lock: Lock,
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
): () => void {
  let held: Pick<WakeLockSentinel, 'released' | 'release'> | null = null
  let isAsking = false
  let isOver = false

  async function hold(): Promise<void> {
    if (!lock || isAsking || page.visibilityState !== 'visible' || held?.released === false) return
    isAsking = true
    held = await lock.request('screen').catch(() => null)
    isAsking = false
    // It was asked for before the end, and came after it.
    if (isOver) void held?.release()
  }

  const onVisible = () => void hold()
  page.addEventListener('visibilitychange', onVisible)
  void hold()
  return () => {
    isOver = true
    page.removeEventListener('visibilitychange', onVisible)
    void held?.release()
  }
}

/** Keeps the screen on while `active`, in browsers that can. */
export function useScreenAwake(active: boolean): void {
  useEffect(() => (active ? keepScreenAwake(navigator.wakeLock, document) : undefined), [active])
}
