import { createStore } from 'zustand'

/** Whether the viewer's own commitment letter is shown; several screens open it. */
export const letterDialog = createStore<{ readonly shown: boolean }>(() => ({ shown: false }))

export function showLetter(shown: boolean): void {
  letterDialog.setState({ shown })
}
