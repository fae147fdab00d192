import { useEffect } from 'react'
import { useStore } from 'zustand'
import { haltingDialog, showHaltingDialog } from '#client/session/halting-dialog.ts'
import { useHaltingActs } from '#client/session/use-halting-acts.ts'
import { FailureDialog } from './FailureDialog.tsx'
import { HaltDialog } from './HaltDialog.tsx'
import { ResumeDialog } from './ResumeDialog.tsx'

const close = () => showHaltingDialog(null)

/** The dialog of the chosen act on the lot, as long as the act is possible. */
export function HaltingDialogs() {
  const shown = useStore(haltingDialog, (state) => state.shown)
  const acts = useHaltingActs()
  const isPossible = shown !== null && acts.includes(shown)
  // Otherwise it would open again by itself once the act is possible again.
  useEffect(() => {
    if (!isPossible) close()
  }, [isPossible])
  useEffect(() => close, [])
  if (!isPossible) return null
  if (shown === 'failure') return <FailureDialog onClose={close} />
  return shown === 'resume' ? <ResumeDialog onClose={close} /> : <HaltDialog kind={shown} onClose={close} />
}
