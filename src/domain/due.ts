import { epochOf } from '#lib/time.ts'
import type { Command } from './command.ts'
import type { SessionState, Window } from './state.ts'

/**
 * What the server's clock has to do next in this session, and when (epoch ms); null when nothing is open, when the
 * lot is halted and its windows wait with it, or when the log holds events that only a newer server can judge.
 */
export function nextDue(state: SessionState): { at: number; command: Command } | null {
  if (state.newerFrom !== null || state.lot !== 'open') return null
  const windows: readonly [Window | null, Command][] = [
    [state.decryption, { type: 'CloseDecryption', payload: {} }],
    [state.confirmation, { type: 'CloseConfirmation', payload: {} }],
    [state.signing, { type: 'CloseSigning', payload: {} }],
  ]
  const open = windows.flatMap(([window, command]) =>
    window && !window.closed ? [{ at: epochOf(window.deadline), command }] : [],
  )
  return open.sort((a, b) => a.at - b.at)[0] ?? null
}
