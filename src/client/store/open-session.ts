import {
  asapScheduler,
  asyncScheduler,
  auditTime,
  filter,
  type Observable,
  Subject,
  type Subscription,
  share,
  startWith,
  switchMap,
  take,
  throttleTime,
} from 'rxjs'
import { loginStore } from '#client/auth/login-store.ts'
import { refresher } from '#client/auth/refresh.ts'
import { tokens } from '#client/auth/tokens.ts'
import { alarms } from '#client/net/alarms.ts'
import { faultyCommands, faultyReads } from '#client/net/faulty-rest.ts'
import { type FaultyTransport, faultyTransport } from '#client/net/faulty-transport.ts'
import { restCommands } from '#client/net/rest-commands.ts'
import { restReads } from '#client/net/rest-reads.ts'
import { openSocket } from '#client/net/socket.ts'
import { type Announcer, createAnnouncer } from '#client/voice/announcer.ts'
import { later } from '#client/voice/later.ts'
import { createBrowserSpeaker } from '#client/voice/speaker.ts'
import type { VisibleEntry } from '#domain/log/entry.ts'
import type { Role } from '#domain/session/actor.ts'
import { warningsOf } from '#domain/session/warnings.ts'
import { ownBidder } from '#domain/submission/own-bidder.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { AckMessage } from '#protocol/socket/ack.ts'
import type { FileProgress } from '#protocol/socket/progress.ts'
import { createPromptQueue } from '#sounds/prompt-queue.ts'
import { commandSender, type SendCommand } from '#streams/commands.ts'
import { pacedBatches } from '#streams/paced-batches.ts'
import { type SessionStreams, sessionStreams } from '#streams/session-streams.ts'
import { warnings$ } from '#streams/warnings.ts'
import { isUrgent, type UrgencyViewer } from './is-urgent.ts'
import { pageWakes$ } from './page-wakes.ts'
import { preferencesStore } from './preferences.ts'
import type { SessionSnapshot, SessionStore } from './session-store.ts'

export interface RunningSession {
  /** In development: the section's transport, in which faults can be switched on, those of REST too. */
  readonly faulty?: FaultyTransport
  readonly send: SendCommand
  /** See `SessionStreams`. */
  readonly progress$: Observable<readonly FileProgress[]>
  /** Reads one more page of the entries before `from` into the store. */
  loadEarlier(): void
  close(): void
}

/**
 * Connects a section's streams to its store and its voice, until closed. `clockEveryMs`: POL-1. `audience`: whom the
 * prompts are for; null: whoever is logged in.
 */
export function openSession(
  sessionId: string,
  store: SessionStore,
  clockEveryMs: number,
  audience: Role | null = null,
): RunningSession {
  const { socket, faulty, transport, reads, commands, acknowledged$ } = openTransports(sessionId)
  const streams = sessionStreams({
    session: sessionId,
    socket: transport,
    polls: reads,
    now: Date.now,
    elapsed: () => performance.now(),
    random: Math.random,
    scheduler: asyncScheduler,
    clockEveryMs,
    wakes$: pageWakes$,
    acknowledged$,
    remembered: alarms.head(sessionId),
  })
  const known = alarms.alarm(sessionId)
  if (known) store.setState({ alarm: known })
  const serverNow = () => Date.now() + store.getState().offset
  const voice = createPromptQueue({
    speaker: createBrowserSpeaker(preferencesStore, sessionId, listener()),
    ...{ now: serverNow, later },
    onCaption: (caption) => store.setState({ caption }),
  })
  const announcer = createAnnouncer({
    voice,
    state: () => store.getState().state,
    role: () => audience ?? loginStore.getState().who?.role ?? null,
    now: serverNow,
  })
  const left$ = new Subject<void>()
  const send = commandSender({
    transport,
    rest: commands,
    left$,
    newId: () => crypto.randomUUID(),
    describe: (code) => messageFor(language(), { code }),
    scheduler: asyncScheduler,
  })
  const subscription = feedStore(streams, { store, announcer, serverNow })
  subscription.add(keepWhatWasSeen(sessionId, streams, store))
  subscription.add(
    socket.outdated$.pipe(filter(Boolean)).subscribe(() => {
      store.setState({ outdated: true })
      subscription.unsubscribe()
    }),
  )
  return {
    ...(faulty ? { faulty } : {}),
    send,
    progress$: streams.progress$,
    loadEarlier: () => streams.loadEarlier(store.getState().entries.at(0) ?? null),
    close() {
      left$.next()
      subscription.unsubscribe()
      voice.close()
      socket.close()
    },
  }
}

const language = () => preferencesStore.getState().language

/** The section's socket and its REST calls; in development with faults that can be switched on (`faulty`). */
function openTransports(sessionId: string) {
  const socket = openSocket({
    async token() {
      await refresher.fresh()
      return tokens.session(sessionId)
    },
    expired: () => refresher.renewAfter(tokens.user()),
    language,
  })
  const acknowledged$ = new Subject<AckMessage>()
  const reads = restReads(sessionId)
  const commands = restCommands(sessionId, acknowledged$)
  if (import.meta.env.DEV) {
    const faulty = faultyTransport(socket, asyncScheduler)
    return {
      socket,
      faulty,
      transport: faulty,
      reads: faultyReads(reads, faulty.faults$),
      commands: faultyCommands(commands, faulty.faults$),
      acknowledged$,
    }
  }
  return { socket, faulty: null, transport: socket, reads, commands, acknowledged$ }
}

interface StoreFeed {
  readonly store: SessionStore
  readonly announcer: Announcer
  readonly serverNow: () => number
}

/** Writes what the streams bring into the store, and has it announced. */
function feedStore(streams: SessionStreams, { store, announcer, serverNow }: StoreFeed): Subscription {
  const clock$ = streams.clock$.pipe(share())
  const subscription = clock$.subscribe(({ offset, error }) => store.setState({ offset, clockError: error }))
  /** After each of these the log may be up to date. */
  const changes$ = new Subject<void>()
  subscription.add(
    streams.connection$.subscribe((connection) => {
      store.setState({ connection })
      changes$.next()
    }),
  )
  subscription.add(streams.deadline$.subscribe((deadline) => store.setState({ deadline })))
  const hasUrgent = (entries: readonly VisibleEntry[]) => {
    const viewer = viewerOf(store.getState())
    return entries.some((entry) => isUrgent(entry, viewer))
  }
  subscription.add(
    streams.log$.pipe(pacedBatches({ hasUrgent, scheduler: asyncScheduler })).subscribe((signal) => {
      // After an alarm nothing more is let through (ALM-6).
      if (store.getState().contradicted) return
      store.take(signal)
      if (signal.kind === 'batch') announcer.announce(signal.entries, signal.joinedAt)
      if (signal.kind === 'reset' && !signal.expected) announcer.forget()
      changes$.next()
    }),
  )
  subscription.add(streams.history$.subscribe(store.takeEarlier))
  // Once per message, when everything that it brought has been taken in.
  const upToDate$ = changes$.pipe(
    startWith(undefined),
    auditTime(0, asapScheduler),
    filter(() => ['live', 'polling'].includes(store.getState().connection.status)),
    share(),
  )
  const warned$ = warnings$({
    warnings: () => warningsOf(store.getState().state),
    serverNow,
    heard$: upToDate$,
    scheduler: asyncScheduler,
  })
  // Nothing is due before the server's clock is known.
  const onceClockKnown = <T>(source$: Observable<T>) =>
    clock$.pipe(
      take(1),
      switchMap(() => source$),
    )
  subscription.add(
    onceClockKnown(warned$).subscribe((warning) => {
      store.setState({ warning })
      announcer.warn(warning)
    }),
  )
  subscription.add(onceClockKnown(upToDate$).subscribe(() => announcer.remind()))
  return subscription
}

/** Whose page this is, for what is urgent to them. */
function viewerOf({ state }: SessionSnapshot): UrgencyViewer {
  const { who } = loginStore.getState()
  const bidderCode = who?.role === 'bidder' ? (ownBidder(state)?.code ?? null) : null
  return { userCode: who?.userCode ?? '', bidderCode }
}

/** Several entries a second are remembered together. */
const rememberEveryMs = 1000

/** Keeps the last entry and the first alarm in the tab, so that a reload forgets neither (ALM-6). */
function keepWhatWasSeen(sessionId: string, streams: SessionStreams, store: SessionStore): Subscription {
  const subscription = streams.head$
    .pipe(throttleTime(rememberEveryMs, asyncScheduler, { leading: true, trailing: true }))
    .subscribe((head) => {
      if (store.getState().alarm === null) alarms.keepHead(sessionId, head)
    })
  subscription.add(
    store.subscribe(({ alarm, contradicted }, before) => {
      if (alarm === null || (alarm === before.alarm && contradicted === before.contradicted)) return
      // A log that comes in broken is read again with the page; entries that are read back may not be.
      if (alarm.reason !== 'broken' || contradicted) alarms.keepAlarm(sessionId, alarm)
    }),
  )
  return subscription
}

/** Whom this tab speaks to: an opener hears other prompts than a bidder. */
function listener(): string {
  const { who } = loginStore.getState()
  return who ? `${who.role}:${who.userCode}` : ''
}
