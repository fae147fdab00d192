import { asyncScheduler, filter, type Observable, Subject, share, switchMap, take } from 'rxjs'
import { isHidden, toRecorded, type VisibleEntry } from '#domain/entry.ts'
import type { DeadlineWarning } from '#domain/warnings.ts'
import { epochOf } from '#lib/time.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { AckMessage } from '#protocol/socket/acknowledge.ts'
import type { FileProgress } from '#protocol/socket/progress.ts'
import { createPromptQueue } from '#sounds/prompt-queue.ts'
import { promptFor, promptForWarning } from '#sounds/prompts.ts'
import { commandSender, type SendCommand } from '#streams/commands.ts'
import { sessionStreams } from '#streams/session-streams.ts'
import { warnings$ } from '#streams/warnings.ts'
import { type FaultyTransport, faultyTransport } from '../net/faulty-transport.ts'
import { pageWakes$ } from '../net/page-wakes.ts'
import { refresher } from '../net/refresh.ts'
import { restCommands } from '../net/rest-commands.ts'
import { restReads } from '../net/rest-reads.ts'
import { openSocket } from '../net/socket.ts'
import { createBrowserSpeaker } from '../net/speaker.ts'
import { tokens } from '../net/tokens.ts'
import { loginStore } from './login-store.ts'
import { preferencesStore } from './preferences.ts'
import type { SessionStore } from './session-store.ts'

export interface RunningSession {
  /** In development: the socket's line, in which faults can be switched on. */
  readonly line?: FaultyTransport
  readonly send: SendCommand
  /** See `SessionStreams`. */
  readonly progress$: Observable<readonly FileProgress[]>
  /** Reads one more page of the entries before `from`; what comes of it is in the store. */
  loadEarlier(): void
  close(): void
}

/** Connects a section's streams to its store and its voice, until closed. `clockEveryMs`: S0 §9. */
export function openSession(sessionId: string, store: SessionStore, clockEveryMs: number): RunningSession {
  const language = () => preferencesStore.getState().language
  const socket = openSocket({
    async token() {
      await refresher.fresh()
      return tokens.session(sessionId)
    },
    expired: () => refresher.renewAfter(tokens.user()),
    language,
  })
  const line = import.meta.env.DEV ? faultyTransport(socket, asyncScheduler) : null
  const transport = line ?? socket
  const acknowledged$ = new Subject<AckMessage>()
  const streams = sessionStreams({
    session: sessionId,
    socket: transport,
    polls: restReads(sessionId),
    now: Date.now,
    random: Math.random,
    scheduler: asyncScheduler,
    clockEveryMs,
    wakes$: pageWakes$,
    acknowledged$,
  })
  const serverNow = () => Date.now() + store.getState().offset
  const voice = createPromptQueue({
    speaker: createBrowserSpeaker(preferencesStore, sessionId),
    now: serverNow,
    onCaption: (caption) => store.setState({ caption }),
  })
  const left$ = new Subject<void>()
  const send = commandSender({
    transport,
    rest: restCommands(sessionId, acknowledged$),
    left$,
    newId: () => crypto.randomUUID(),
    describe: (code) => messageFor(language(), { code }),
    scheduler: asyncScheduler,
  })

  function announce(entries: readonly VisibleEntry[], joinedAt: number): void {
    const role = loginStore.getState().who?.role
    for (const entry of entries) {
      // What had happened before we came is history.
      if (!role || isHidden(entry) || entry.seq <= joinedAt) continue
      const prompt = promptFor(toRecorded(entry), role, store.getState().state)
      if (prompt) voice.add(prompt, epochOf(entry.at))
    }
  }

  function warn(warning: DeadlineWarning): void {
    store.setState({ warning })
    const role = loginStore.getState().who?.role
    const prompt = role && promptForWarning(warning, role, store.getState().state)
    if (prompt) voice.add(prompt, warning.at)
  }

  const clock$ = streams.clock$.pipe(share())
  const subscription = clock$.subscribe(({ offset, error }) => store.setState({ offset, clockError: error }))
  subscription.add(streams.connection$.subscribe((connection) => store.setState({ connection })))
  subscription.add(streams.deadline$.subscribe((deadline) => store.setState({ deadline })))
  subscription.add(
    streams.log$.subscribe((signal) => {
      store.take(signal)
      if (signal.kind === 'frame') announce(signal.entries, signal.joinedAt)
    }),
  )
  subscription.add(streams.history$.subscribe(store.takeEarlier))
  const warned$ = warnings$({ state: () => store.getState().state, serverNow, scheduler: asyncScheduler })
  // By a clock that is not known yet nothing is due.
  subscription.add(
    clock$
      .pipe(
        take(1),
        switchMap(() => warned$),
      )
      .subscribe(warn),
  )
  subscription.add(
    socket.outdated$.pipe(filter(Boolean)).subscribe(() => {
      store.setState({ outdated: true })
      subscription.unsubscribe()
    }),
  )
  return {
    ...(line ? { line } : {}),
    send,
    progress$: streams.progress$,
    loadEarlier: streams.loadEarlier,
    close() {
      left$.next()
      subscription.unsubscribe()
      voice.close()
      socket.close()
    },
  }
}
