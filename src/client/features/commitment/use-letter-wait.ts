import { useEffect, useState } from 'react'
import { letterWaitSeconds } from '#domain/preparation/commitment-letter.ts'

/** Seconds until the letter may be signed, counted from when it becomes visible (PRE-14); then 0. */
export function useLetterWait(visible: boolean): number {
  const [left, setLeft] = useState(letterWaitSeconds)
  useEffect(() => {
    if (!visible) return
    const since = performance.now()
    const timer = setInterval(() => {
      const passed = Math.floor((performance.now() - since) / 1000)
      setLeft(Math.max(0, letterWaitSeconds - passed))
      if (passed >= letterWaitSeconds) clearInterval(timer)
    }, 200)
    return () => clearInterval(timer)
  }, [visible])
  return left
}
