import { asyncScheduler } from 'rxjs'
import { isHidden, toRecorded, type VisibleEntry } from '#domain/entry.ts'
import { epochOf } from '#lib/time.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { createPromptQueue } from '#sounds/prompt-queue.ts'
import { promptFor } from '#sounds/prompts.ts'
import { commandSender, type SendCommand } from '#streams/commands.ts'
import { sessionStreams } from '#streams/session-streams.ts'
import { restReads } from '../net/rest-reads.ts'
import { openSocket } from '../net/socket.ts'
import { createBrowserSpeaker } from '../net/speaker.ts'
import { tokens } from '../net/tokens.ts'
import { loginStore } from './login-store.ts'
import { preferencesStore } from './preferences.ts'
import type { SessionStore } from './session-store.ts'

export interface RunningSession {
  readonly send: SendCommand
  close(): void
}

/** Connects a section's streams to its store and its voice, until closed. `clockEveryMs`: S0 §9. */
export function openSession(sessionId: string, store: SessionStore, clockEveryMs: number): RunningSession {
  const language = () => preferencesStore.getState().language
  const socket = openSocket({ token: () => tokens.session(sessionId), language })
  const streams = sessionStreams({
    session: sessionId,
    socket,
    polls: restReads(sessionId),
    now: Date.now,
    random: Math.random,
    scheduler: asyncScheduler,
    clockEveryMs,
  })
  const voice = createPromptQueue({
    speaker: createBrowserSpeaker(preferencesStore),
    now: () => Date.now() + store.getState().offset,
    onCaption: (caption) => store.setState({ caption }),
  })
  const send = commandSender({
    transport: socket,
    newId: () => crypto.randomUUID(),
    describe: (code) => messageFor(language(), { code }),
    scheduler: asyncScheduler,
  })

  function announce(entries: readonly VisibleEntry[], joinedAt: number): void {
    const role = loginStore.getState().who?.role
    for (const entry of entries) {
      // What had happened before we came is history.
      if (!role || isHidden(entry) || entry.seq <= joinedAt) continue
      const prompt = promptFor(toRecorded(entry), role)
      if (prompt) voice.add(prompt, epochOf(entry.at))
    }
  }

  const subscription = streams.clock$.subscribe(({ offset }) => store.setState({ offset }))
  subscription.add(streams.connection$.subscribe((connection) => store.setState({ connection })))
  subscription.add(streams.deadline$.subscribe((deadline) => store.setState({ deadline })))
  subscription.add(
    streams.log$.subscribe((signal) => {
      store.take(signal)
      if (signal.kind === 'frame') announce(signal.entries, signal.joinedAt)
    }),
  )
  return {
    send,
    close() {
      subscription.unsubscribe()
      voice.close()
      socket.close()
    },
  }
}
