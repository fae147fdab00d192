import { lazy, Suspense, useEffect, useState } from 'react'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { runningDraw } from '#domain/draw/draw-state.ts'
import { isWindowOpen } from '#domain/session/current-window.ts'
import { useContribution } from './use-contribution.ts'

const DrawDialog = lazy(async () => ({ default: (await import('./DrawDialog.tsx')).DrawDialog }))

/** How long a finished draw stays on the screen of everybody but the opener, if they leave it alone. */
const resultShownMs = 30_000

/**
 * Mounted on every screen of a section: contributes to each draw, and shows it from its declaration until the viewer
 * closes the dialog. It closes by itself some time after its end, except for the opener, and gives way to any window
 * in which others act (SHL-15).
 */
export function RunningDraw() {
  useContribution()
  const running = useSession(({ state }) => runningDraw(state)?.id ?? null)
  const givesWay = useSession(({ state }) => isWindowOpen(state))
  const [shown, setShown] = useState<string | null>(null)
  const isOver = useSession(({ state }) => {
    const phase = state.draws[shown ?? '']?.phase
    return phase === 'decided' || phase === 'void'
  })
  const closesByItself = useRole() !== 'opener'
  useEffect(() => {
    if (givesWay) setShown(null)
    else if (running !== null) setShown(running)
  }, [running, givesWay])
  useEffect(() => {
    if (!isOver || !closesByItself) return
    const using = new AbortController()
    const timer = setTimeout(() => setShown(null), resultShownMs)
    // Whoever checks the result is not interrupted.
    for (const use of ['pointerdown', 'keydown'])
      document.addEventListener(use, () => clearTimeout(timer), { signal: using.signal })
    return () => {
      clearTimeout(timer)
      using.abort()
    }
  }, [isOver, closesByItself])
  if (shown === null) return null
  return (
    <Suspense>
      <DrawDialog drawId={shown} closesByItself={closesByItself} onClose={() => setShown(null)} />
    </Suspense>
  )
}
