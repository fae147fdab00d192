import { epochOf } from '#lib/time.ts'
import { readsOnAt } from '../announcement/reading.ts'
import { nextDrawDue } from '../draw/draw-state.ts'
import type { Command } from './command.ts'
import type { SessionState } from './state.ts'
import { type TimedWindow, type WindowName, windowNames } from './window.ts'

export interface Due {
  /** Epoch ms. */
  readonly at: number
  readonly command: Command
  /** Every node computes the same one. */
  readonly name: string
  /** True: due because a deadline has passed. False: due because everybody has acted. */
  readonly isDeadline: boolean
}

/** What closes each window at its deadline. */
const closing: Readonly<Record<WindowName, Command>> = {
  decryption: { type: 'CloseDecryption', payload: { health: null } },
  confirmation: { type: 'CloseConfirmation', payload: {} },
  signing: { type: 'CloseSigning', payload: {} },
}

/**
 * What the server's clock has to do next in this session, and when (epoch ms). Null when no window is open, while the
 * lot is halted, and when the log has events that only a newer server knows.
 */
export function nextDue(state: SessionState): Due | null {
  if (state.newerFrom !== null || state.lot !== 'open') return null
  const open: Due[] = windowNames.flatMap((name) => {
    const command = closing[name]
    const window: TimedWindow | null = state[name]
    const due = { command, name: command.type, isDeadline: true }
    return window?.deadline && !window.closed ? [{ ...due, at: epochOf(window.deadline) }] : []
  })
  const draw = nextDrawDue(state)
  if (draw) {
    const { at, drawId, attempt, phase, isDeadline } = draw
    const command: Command = { type: 'CloseDraw', payload: { drawId, attempt } }
    open.push({ at, command, name: `CloseDraw@${drawId}@${attempt}@${phase}`, isDeadline })
  }
  const at = readsOnAt(state)
  if (at !== null) {
    const position = (state.announcement?.reading?.position ?? 0) + 1
    const command: Command = { type: 'ReadOnTime', payload: { position } }
    open.push({ at, command, name: `ReadOnTime@${position}`, isDeadline: false })
  }
  return open.sort((a, b) => a.at - b.at)[0] ?? null
}
