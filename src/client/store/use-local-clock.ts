import { useEffect, useState } from 'react'

/** This machine's clock (epoch ms), updated each second while needed. */
export function useLocalClock(matters: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!matters) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [matters])
  return now
}
