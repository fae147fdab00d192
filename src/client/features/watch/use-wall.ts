import { useEffect, useRef, useState } from 'react'
import { api } from '#client/net/api.ts'
import { openWatchChannel } from '#client/net/watch-channel.ts'
import { followWall, noWall, type WallView } from './follow-wall.ts'

/** The wall while the page is mounted, and how to ask again after a failure. */
export function useWall(): WallView & { again(): void } {
  const [view, setView] = useState<WallView>(noWall)
  const running = useRef<ReturnType<typeof followWall> | null>(null)
  useEffect(() => {
    const ports = {
      open: openWatchChannel,
      read: (signal: AbortSignal) => api('getWatchedSections', { signal }),
      now: Date.now,
    }
    const wall = followWall(ports, setView)
    running.current = wall
    return wall.close
  }, [])
  return { ...view, again: () => running.current?.again() }
}
