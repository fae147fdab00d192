import { isHidden, toRecorded, type VisibleEntry } from '#domain/log/entry.ts'
import type { Role } from '#domain/session/actor.ts'
import type { SessionState } from '#domain/session/state.ts'
import { type DeadlineWarning, type OpenWindow, openWindows } from '#domain/session/warnings.ts'
import type { Clock } from '#lib/ports.ts'
import { epochOf } from '#lib/time.ts'
import type { PromptQueue } from '#sounds/prompt-queue.ts'
import { hasToAct, type Prompt, promptFor, promptForWindow } from '#sounds/prompts.ts'

/** Whoever was told of a window a moment ago knows how much time is left. */
const justNowMs = 30_000

export interface AnnouncerOptions {
  readonly voice: Pick<PromptQueue, 'add' | 'clear'>
  /** The fold of the log. */
  state(): SessionState
  /** Who listens. */
  role(): Role | null
  /** The server's clock. */
  readonly now: Clock
}

/** Gives the voice what it has to say of one section. */
export interface Announcer {
  /** News of the log, folded already; entries up to `joinedAt` are history. */
  announce(entries: readonly VisibleEntry[], joinedAt: number): void
  warn(warning: DeadlineWarning): void
  /**
   * The log is up to date: of a window in which the listener still has to act, and of which nothing was said because
   * they came, or came back, too late for its command, is told now.
   */
  remind(): void
  /** The log is another one. */
  forget(): void
}

export function createAnnouncer({ voice, state, role, now }: AnnouncerOptions): Announcer {
  /** Windows, each with its deadline, and when they were told of. */
  let told = new Map<string, number>()

  function tell(window: Pick<OpenWindow, 'window' | 'deadline'>, at: number): void {
    const listener = role()
    if (!listener) return
    const prompt = () => promptForWindow(window, listener, state(), now())
    const first = prompt()
    if (first && voice.add(first, at, prompt)) told.set(keyOf(window), now())
  }

  /** What was just said has told of these windows. */
  function noteTold({ topic, urgent }: Prompt, isLotNews: boolean): void {
    for (const open of openWindows(state())) {
      if (isLotNews || (urgent && topic === open.window)) told.set(keyOf(open), now())
    }
  }

  return {
    announce(entries, joinedAt) {
      const listener = role()
      for (const entry of entries) {
        if (!listener || isHidden(entry) || entry.seq <= joinedAt) continue
        const prompt = promptFor(toRecorded(entry), listener, state())
        if (prompt && voice.add(prompt, epochOf(entry.at)))
          noteTold(prompt, entry.type === 'LotStatusChanged')
      }
    },
    warn(warning) {
      const last = told.get(keyOf(warning))
      if (last === undefined || now() - last > justNowMs) tell(warning, now())
    },
    remind() {
      const listener = role()
      if (!listener) return
      for (const open of openWindows(state())) {
        if (!told.has(keyOf(open)) && hasToAct(open.window, listener, state())) tell(open, now())
      }
    },
    forget() {
      told = new Map()
      voice.clear()
    },
  }
}

function keyOf({ window, deadline }: Pick<OpenWindow, 'window' | 'deadline'>): string {
  return `${window} ${deadline}`
}
