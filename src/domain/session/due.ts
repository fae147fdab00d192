import { epochOf } from '#lib/time.ts'
import { readsOnAt } from '../announcement/reading.ts'
import { nextDrawDue } from '../draw/draw-state.ts'
import { isConfirmationAwaited } from '../ending/asked.ts'
import type { Command } from './command.ts'
import type { SessionState } from './state.ts'
import { type TimedWindow, type WindowName, windowNames } from './window.ts'
import type { WindowHealth } from './window-health.ts'

export interface Due {
  /** Epoch ms. */
  readonly at: number
  readonly command: Command
  /** Every node computes the same one. */
  readonly name: string
  /** The window that it closes, if it does. */
  readonly window?: WindowName
  /** True: due because a deadline has passed. False: due because everybody has acted. */
  readonly isDeadline: boolean
}

const closing = {
  decryption: 'CloseDecryption',
  inquiry: 'CloseInquiry',
  confirmation: 'CloseConfirmation',
  signing: 'CloseSigning',
} as const satisfies Readonly<Record<WindowName, Command['type']>>

/** What closes a window at its deadline; `health`: what was recorded about it. */
export function closingOf(window: WindowName, health: WindowHealth | null): Command {
  return { type: closing[window], payload: { health } }
}

/**
 * What the server's clock has to do next in this session, and when (epoch ms). Null when no window is open, while the
 * lot is halted, and when the log has events that only a newer server knows.
 */
export function nextDue(state: SessionState): Due | null {
  if (state.newerFrom !== null || state.lot !== 'open') return null
  const open: Due[] = windowNames.flatMap((name) => {
    const window: TimedWindow | null = state[name]
    if (!window?.deadline || window.closed) return []
    const due = { command: closingOf(name, null), name: closing[name], window: name }
    // In logs of before it waits for bidders who are not asked any more (END-31).
    const isOver = name === 'confirmation' && !isConfirmationAwaited(state)
    return [{ ...due, at: epochOf(isOver ? window.issuedAt : window.deadline), isDeadline: !isOver }]
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
