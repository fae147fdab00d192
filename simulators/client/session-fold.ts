import { applyEntry, type VisibleEntry } from '#domain/log/entry.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { exhaustive } from '#lib/exhaustive.ts'
import type { LogSignal } from '#streams/log-position.ts'

interface Waiter {
  readonly predicate: (state: SessionState) => boolean
  readonly done: (state: SessionState) => void
  readonly fail: (problem: Error) => void
}

/** Folds a session's log as the streams deliver it, and resolves those who wait for a state. */
export function createSessionFold(session: string) {
  let state = initial()
  let entries: VisibleEntry[] = []
  let waiting: Waiter[] = []
  let broken: Error | null = null

  function take(signal: LogSignal): void {
    switch (signal.kind) {
      case 'batch':
        entries.push(...signal.entries)
        for (const entry of signal.entries) applyEntry(state, entry)
        wake()
        return
      case 'reset':
        state = initial()
        entries = []
        return
      case 'snapshot':
        state = signal.state
        entries = []
        wake()
        return
      case 'broken':
        giveUp(new Error(`the hash chain of ${session} breaks at entry ${signal.seq}`))
        return
      case 'alarm':
        giveUp(new Error(`the log of ${session} contradicts what was seen: ${signal.alarm.reason}`))
        return
      case 'gap':
        return
      default:
        exhaustive(signal)
    }
  }

  function wake(): void {
    const ready = waiting.filter(({ predicate }) => predicate(state))
    waiting = waiting.filter((waiter) => !ready.includes(waiter))
    for (const { done } of ready) done(state)
  }

  function giveUp(problem: Error): void {
    broken = problem
    for (const { fail } of waiting) fail(problem)
    waiting = []
  }

  function until(predicate: (state: SessionState) => boolean): Promise<SessionState> {
    if (broken) return Promise.reject(broken)
    if (predicate(state)) return Promise.resolve(state)
    return new Promise((done, fail) => waiting.push({ predicate, done, fail }))
  }

  return { state: () => state, entries: () => entries, take, until, giveUp }
}
