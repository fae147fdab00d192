import { createStore } from 'zustand'
import type { HaltKind } from '#domain/halting/events.ts'

/** An act on the lot that has a dialog: pause, stop, go on, declare its failure. */
export type HaltingAct = HaltKind | 'resume' | 'failure'

/** The dialog that is open; several screens open it. */
export const haltingDialog = createStore<{ readonly shown: HaltingAct | null }>(() => ({ shown: null }))

export function showHaltingDialog(shown: HaltingAct | null): void {
  haltingDialog.setState({ shown })
}
