import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '#client/store/session-provider.tsx'
import { runningDraw } from '#domain/draw/draw-state.ts'
import { useContribution } from './use-contribution.ts'

const DrawDialog = lazy(async () => ({ default: (await import('./DrawDialog.tsx')).DrawDialog }))

/**
 * Mounted on every screen of a section: contributes to each draw, and shows it from its declaration until the viewer
 * closes the dialog.
 */
export function RunningDraw() {
  useContribution()
  const running = useSession(({ state }) => runningDraw(state)?.id ?? null)
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    if (running !== null) setShown(running)
  }, [running])
  if (shown === null) return null
  return (
    <Suspense>
      <DrawDialog drawId={shown} onClose={() => setShown(null)} />
    </Suspense>
  )
}
