import { isHidden, toRecorded, type VisibleEntry } from '#domain/log/entry.ts'
import type { Role } from '#domain/session/actor.ts'
import type { SessionState } from '#domain/session/state.ts'
import { type DeadlineWarning, type OpenWindow, openWindows } from '#domain/session/warnings.ts'
import type { Clock } from '#lib/ports.ts'
import { epochOf } from '#lib/time.ts'
import type { PromptQueue } from '#sounds/prompt-queue.ts'
import { hasToAct, type Prompt, promptFor, promptForReading, promptForWindow } from '#sounds/prompts.ts'

/** A listener who was told of a window less than this ago needs no reminder. */
const justNowMs = 30_000

export interface AnnouncerOptions {
  readonly voice: Pick<PromptQueue, 'add' | 'clear'>
  /** The fold of the log. */
  state(): SessionState
  /** The listener's role. */
  role(): Role | null
  /** The server's clock. */
  readonly now: Clock
}

/** Queues the voice prompts of one section. */
export interface Announcer {
  /** Announces new entries, which are folded already; entries up to `joinedAt` are history. */
  announce(entries: readonly VisibleEntry[], joinedAt: number): void
  warn(warning: DeadlineWarning): void
  /**
   * Call it when the log is up to date: announces a window in which the listener still has to act if they joined or
   * returned too late for its command.
   */
  remind(): void
  /** Call it when another log begins. */
  forget(): void
}

export function createAnnouncer({ voice, state, role, now }: AnnouncerOptions): Announcer {
  /** When each window, with its deadline, was announced. */
  let told = new Map<string, number>()
  /** The place of the bid whose reading was last announced here. */
  let lastRead = 0

  function tell(window: Pick<OpenWindow, 'window' | 'deadline'>, at: number): void {
    const listener = role()
    if (!listener) return
    const prompt = () => promptForWindow(window, listener, state(), now())
    const first = prompt()
    if (first && voice.add(first, at, prompt)) told.set(keyOf(window), now())
  }

  /** Notes the windows that the last prompt announced. */
  function noteTold({ id, topic, urgent }: Prompt): void {
    for (const open of openWindows(state())) {
      if (id === 'lot' || (urgent && topic === open.window)) told.set(keyOf(open), now())
    }
  }

  /** Who joins in the middle of the reading starts at the bid being read. */
  function remindOfReading(): void {
    const position = state().announcement?.reading?.position ?? 0
    if (position === lastRead) return
    lastRead = position
    const prompt = promptForReading(state())
    if (prompt) voice.add(prompt, now(), () => promptForReading(state()))
  }

  return {
    announce(entries, joinedAt) {
      const listener = role()
      for (const entry of entries) {
        if (!listener || isHidden(entry) || entry.seq <= joinedAt) continue
        const prompt = promptFor(toRecorded(entry), listener, state())
        if (!prompt || !voice.add(prompt, epochOf(entry.at))) continue
        noteTold(prompt)
        if (prompt.reading) lastRead = state().announcement?.reading?.position ?? 0
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
      remindOfReading()
    },
    forget() {
      told = new Map()
      lastRead = 0
      voice.clear()
    },
  }
}

function keyOf({ window, deadline }: Pick<OpenWindow, 'window' | 'deadline'>): string {
  return `${window} ${deadline}`
}
