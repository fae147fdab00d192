import { readsOnAt } from '#domain/announcement/reading.ts'
import { systemActor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import type { SessionState } from '#domain/session/state.ts'
import { past } from './given.ts'
import type { Step } from './random-step.ts'
import { bidder, bidderCode, opener } from './sample-actors.ts'

/** What a bidder disputes, a text that occurs nowhere else. */
export function disputeOf(n: number): string {
  return `唱标异议-${n}-14142135623`
}

/** The nth bid is read by the clock, or by hand ahead of it; every other bidder disputes their row. */
export function readings(n: number): Step[] {
  const next = (state: SessionState): number => (state.announcement?.reading?.position ?? 0) + 1
  const word: Command =
    n % 2 === 1
      ? { type: 'CheckRow', payload: { answer: 'disputed', text: disputeOf(n) } }
      : { type: 'CheckRow', payload: { answer: 'right', text: '' } }
  return [
    {
      actor: opener,
      command: (state) => ({ type: 'ReadNext', payload: { position: next(state) } }),
    },
    { actor: opener, command: () => ({ type: n === 1 ? 'PauseReading' : 'RepeatBid', payload: {} }) },
    { actor: opener, command: () => ({ type: 'ResumeReading', payload: {} }) },
    { actor: opener, command: () => ({ type: 'SetReadingPace', payload: { pace: 20 + n } }) },
    {
      actor: systemActor,
      command: (state) => ({ type: 'ReadOnTime', payload: { position: next(state) } }),
      notBefore: (state) => readsOnAt(state) ?? 0,
    },
    { actor: bidder(n), command: () => word },
    {
      actor: opener,
      command: ({ bidders }) => ({
        type: 'ReplyDispute',
        payload: {
          bidderCode: bidderCode(n),
          at: bidders[bidderCode(n)]?.rowCheck?.at ?? past,
          content: `回复${disputeOf(n)}`,
        },
      }),
    },
  ]
}
