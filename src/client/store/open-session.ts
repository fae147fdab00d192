import {
  asapScheduler,
  asyncScheduler,
  auditTime,
  filter,
  type Observable,
  Subject,
  share,
  startWith,
  switchMap,
  take,
} from 'rxjs'
import { loginStore } from '#client/auth/login-store.ts'
import { refresher } from '#client/auth/refresh.ts'
import { tokens } from '#client/auth/tokens.ts'
import { faultyCommands, faultyReads } from '#client/net/faulty-rest.ts'
import { type FaultyTransport, faultyTransport } from '#client/net/faulty-transport.ts'
import { restCommands } from '#client/net/rest-commands.ts'
import { restReads } from '#client/net/rest-reads.ts'
import { openSocket } from '#client/net/socket.ts'
import { createAnnouncer } from '#client/voice/announcer.ts'
import { createBrowserSpeaker } from '#client/voice/speaker.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { AckMessage } from '#protocol/socket/ack.ts'
import type { FileProgress } from '#protocol/socket/progress.ts'
import { createPromptQueue } from '#sounds/prompt-queue.ts'
import { commandSender, type SendCommand } from '#streams/commands.ts'
import { sessionStreams } from '#streams/session-streams.ts'
import { warnings$ } from '#streams/warnings.ts'
import { pageWakes$ } from './page-wakes.ts'
import { preferencesStore } from './preferences.ts'
import type { SessionStore } from './session-store.ts'

export interface RunningSession {
  /** In development: the section's line, in which faults can be switched on, those of REST too. */
  readonly line?: FaultyTransport
  readonly send: SendCommand
  /** See `SessionStreams`. */
  readonly progress$: Observable<readonly FileProgress[]>
  /** Reads one more page of the entries before `from`; what comes of it is in the store. */
  loadEarlier(): void
  close(): void
}

/** Connects a section's streams to its store and its voice, until closed. `clockEveryMs`: POL-1. */
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
  const reads = restReads(sessionId)
  const commands = restCommands(sessionId, acknowledged$)
  const streams = sessionStreams({
    session: sessionId,
    socket: transport,
    polls: line ? faultyReads(reads, line.faults$) : reads,
    now: Date.now,
    elapsed: () => performance.now(),
    random: Math.random,
    scheduler: asyncScheduler,
    clockEveryMs,
    wakes$: pageWakes$,
    acknowledged$,
  })
  const serverNow = () => Date.now() + store.getState().offset
  const voice = createPromptQueue({
    speaker: createBrowserSpeaker(preferencesStore, sessionId, listener()),
    now: serverNow,
    onCaption: (caption) => store.setState({ caption }),
  })
  const left$ = new Subject<void>()
  const send = commandSender({
    transport,
    rest: line ? faultyCommands(commands, line.faults$) : commands,
    left$,
    newId: () => crypto.randomUUID(),
    describe: (code) => messageFor(language(), { code }),
    scheduler: asyncScheduler,
  })

  const announcer = createAnnouncer({
    voice,
    state: () => store.getState().state,
    role: () => loginStore.getState().who?.role ?? null,
    now: serverNow,
  })

  const clock$ = streams.clock$.pipe(share())
  const subscription = clock$.subscribe(({ offset, error }) => store.setState({ offset, clockError: error }))
  /** What may have brought the log up to date. */
  const news$ = new Subject<void>()
  subscription.add(
    streams.connection$.subscribe((connection) => {
      store.setState({ connection })
      news$.next()
    }),
  )
  subscription.add(streams.deadline$.subscribe((deadline) => store.setState({ deadline })))
  subscription.add(
    streams.log$.subscribe((signal) => {
      store.take(signal)
      if (signal.kind === 'batch') announcer.announce(signal.entries, signal.joinedAt)
      if (signal.kind === 'reset') announcer.forget()
      news$.next()
    }),
  )
  subscription.add(streams.history$.subscribe(store.takeEarlier))
  // When all that one message brings has been taken in.
  const upToDate$ = news$.pipe(
    startWith(undefined),
    auditTime(0, asapScheduler),
    filter(() => ['live', 'polling'].includes(store.getState().connection.status)),
    share(),
  )
  const warned$ = warnings$({
    state: () => store.getState().state,
    serverNow,
    heard$: upToDate$,
    scheduler: asyncScheduler,
  })
  // By a clock that is not known yet nothing is due.
  const byTheClock = <T>(source$: Observable<T>) =>
    clock$.pipe(
      take(1),
      switchMap(() => source$),
    )
  subscription.add(
    byTheClock(warned$).subscribe((warning) => {
      store.setState({ warning })
      announcer.warn(warning)
    }),
  )
  subscription.add(byTheClock(upToDate$).subscribe(() => announcer.remind()))
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

/** Whom this tab speaks to: what is said to an opener is not what is said to a bidder. */
function listener(): string {
  const { who } = loginStore.getState()
  return who ? `${who.role}:${who.userCode}` : ''
}
