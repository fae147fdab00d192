import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { defer, merge, NEVER, Observable } from 'rxjs'
import { useStore } from 'zustand'
import { useLogin } from '#client/auth/login-store.ts'
import type { FaultyTransport } from '#client/net/faulty-transport.ts'
import type { Role } from '#domain/session/actor.ts'
import { err } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { FileProgress } from '#protocol/socket/progress.ts'
import type { WireCommand, WireCommandType } from '#protocol/wire-command.ts'
import type { Caption } from '#sounds/prompt-queue.ts'
import type { SendCommand } from '#streams/commands.ts'
import type { Connection } from '#streams/connection.ts'
import { countdown$ } from '#streams/countdown.ts'
import { openSession, type RunningSession } from './open-session.ts'
import { pageWakes$ } from './page-wakes.ts'
import { preferencesStore, usePreferences } from './preferences.ts'
import { createSelection } from './selection.ts'
import { createSessionStore, type SessionSnapshot, type SessionStore } from './session-store.ts'
import { useEachSecond } from './use-each-second.ts'

/** Sends a command; resolves with the seq it was committed at, or with its refusal. */
export type Send = <T extends WireCommandType>(
  type: T,
  payload: Extract<WireCommand, { type: T }>['payload'],
) => ReturnType<SendCommand>

interface SessionHandle {
  readonly sessionId: string
  readonly store: SessionStore
  readonly send: Send
  readonly progress$: Observable<readonly FileProgress[]>
  loadEarlier(): void
  faulty(): FaultyTransport | null
}

const SessionContext = createContext<SessionHandle | null>(null)

export interface SessionProviderProps {
  readonly sessionId: string
  /** How often the server's clock is polled (POL-1): the variant's `clockPollMilliseconds`. */
  readonly clockEveryMs?: number
  /** Whom the voice prompts are for (VOI-6); by default whoever is logged in. */
  readonly audience?: Role
  /** Connects the section; tests pass their own. */
  readonly open?: typeof openSession
  readonly children: ReactNode
}

/**
 * Keeps a store up to date with one section's log while it is mounted. The section must have been entered in this tab:
 * its authorization is among the tokens.
 */
export function SessionProvider(props: SessionProviderProps) {
  return <RunningSessionProvider key={props.sessionId} {...props} />
}

function RunningSessionProvider(props: SessionProviderProps) {
  const { sessionId, clockEveryMs = 5000, audience = null, open = openSession, children } = props
  const running = useRef<RunningSession | null>(null)
  const [store] = useState(createSessionStore)
  const [handle] = useState<SessionHandle>(() => ({
    sessionId,
    store,
    async send(type, payload) {
      const { send } = required(running.current)
      return store.getState().alarm ? stopped() : send({ type, payload } as WireCommand)
    },
    progress$: defer(() => running.current?.progress$ ?? NEVER),
    loadEarlier: () => running.current?.loadEarlier(),
    faulty: () => running.current?.faulty ?? null,
  }))
  useEffect(() => {
    const session = open(sessionId, handle.store, clockEveryMs, audience)
    running.current = session
    return () => {
      running.current = null
      session.close()
    }
  }, [sessionId, handle, clockEveryMs, audience, open])
  return <SessionContext value={handle}>{children}</SessionContext>
}

/** After an alarm nothing is done any more (ALM-6). */
function stopped(): Awaited<ReturnType<SendCommand>> {
  const code = 'log-contradicted'
  return err({ code, params: {}, message: messageFor(preferencesStore.getState().language, { code }) })
}

/**
 * A part of the section's snapshot, e.g. `useSession((s) => s.state.tender)`. Compared shallowly: derive fresh
 * objects (rows of a table) with `useMemo` from what this returns, not in the selector.
 */
export function useSession<T>(selector: (snapshot: SessionSnapshot) => T): T {
  const [select] = useState(createSelection<SessionSnapshot, T>)
  return useStore(useHandle().store, (snapshot) => select(snapshot, selector))
}

/** Reads the section's snapshot at the time of an act; the component is not rendered again when it changes. */
export function useSnapshotReader(): () => SessionSnapshot {
  return useHandle().store.getState
}

/** The restored backup that the user has not read of yet; null without one. */
export function useRestored(): { readonly restored: SessionSnapshot['restored']; dismiss(): void } {
  const { store } = useHandle()
  const restored = useSession((snapshot) => snapshot.restored)
  return { restored, dismiss: () => store.setState({ restored: null }) }
}

/** The section on the screen. */
export function useSessionId(): string {
  return useHandle().sessionId
}

/** How the section's entries arrive; `heardAt` (epoch ms, local clock) gives the age of what is shown. */
export function useConnection(): Connection {
  return useSession((snapshot) => snapshot.connection)
}

/** The server's clock in epoch milliseconds, updated every `everyMs` milliseconds. */
export function useServerNow(everyMs = 1000): number {
  const offset = useSession((snapshot) => snapshot.offset)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now + offset
}

/** A condition on the server's clock, checked each second; re-renders only when the answer changes. */
export function useByServerClock(holds: (now: number) => boolean): boolean {
  const offset = useSession((snapshot) => snapshot.offset)
  return useEachSecond(() => holds(Date.now() + offset))
}

/**
 * Milliseconds left until `deadline` (ISO), never below 0, updated each second, below `tenthsBelow` ten times a second;
 * null without a deadline.
 */
export function useCountdown(deadline: string | null | undefined, tenthsBelow = 0): number | null {
  const { store } = useHandle()
  const [remaining, setRemaining] = useState<number | null>(() => left(deadline, store))
  useEffect(() => {
    if (!deadline) return setRemaining(null)
    const serverNow = () => Date.now() + store.getState().offset
    const again$ = merge(offsetsOf(store), pageWakes$)
    const options = { deadline: epochOf(deadline), serverNow, again$, tenthsBelow }
    const subscription = countdown$(options).subscribe(setRemaining)
    return () => subscription.unsubscribe()
  }, [deadline, store, tenthsBelow])
  return remaining
}

/** The progress of the large files that the server is opening; empty while not `active`. */
export function useOpeningProgress(active: boolean): readonly FileProgress[] {
  const { progress$ } = useHandle()
  const [files, setFiles] = useState<readonly FileProgress[]>([])
  useEffect(() => {
    if (!active) return setFiles([])
    const subscription = progress$.subscribe(setFiles)
    return () => subscription.unsubscribe()
  }, [active, progress$])
  return files
}

/** The state of the entries before the first known one, and how to read one more page (`SessionSnapshot.earlier`). */
export function useEarlier(): {
  readonly from: number
  readonly earlier: SessionSnapshot['earlier']
  loadEarlier(): void
} {
  const { loadEarlier } = useHandle()
  return useSession(({ from, earlier }) => ({ from, earlier, loadEarlier }))
}

/** Has no entry dropped (SNP-7) while older ones are being read or looked at. */
export function useKeptEntries(isReading: boolean): void {
  const { store } = useHandle()
  useEffect(() => {
    if (!isReading) return
    store.setState(({ readers }) => ({ readers: readers + 1 }))
    return () => store.setState(({ readers }) => ({ readers: readers - 1 }))
  }, [store, isReading])
}

/** The decryption deadline from the log, or from a poll that was ahead of it; null until there is one. */
export function useDecryptionDeadline(): { deadline: string; closed: boolean } | null {
  return useSession(({ state, deadline }) => {
    if (deadline?.deadline && deadline.seq > state.seq) {
      return { deadline: deadline.deadline, closed: deadline.isClosed }
    }
    if (!state.decryption?.deadline) return null
    return { deadline: state.decryption.deadline, closed: state.decryption.closed }
  })
}

/** In development: returns the section's transport with its faults; null before the section is open. */
export function useFaultyTransport(): () => FaultyTransport | null {
  return useHandle().faulty
}

/** Sends a wire command: `const send = useSend(); await send('StartDecryption', { limitMinutes: 30 })`. */
export function useSend(): Send {
  return useHandle().send
}

/** The viewer's role; null when nobody is logged in. */
export function useRole(): Role | null {
  return useLogin((login) => login.who?.role ?? null)
}

/** What the voice is saying, in the user's language; null when it is silent. */
export function useCaption(): (Omit<Caption, 'text'> & { readonly text: string }) | null {
  const english = usePreferences((preferences) => preferences.language === 'en')
  return useSession(({ caption }) => caption && { ...caption, text: caption.text[english ? 'en' : 'zh'] })
}

function offsetsOf(store: SessionStore): Observable<number> {
  return new Observable((out) =>
    store.subscribe(({ offset }, before) => {
      if (offset !== before.offset) out.next(offset)
    }),
  )
}

function left(deadline: string | null | undefined, store: SessionStore): number | null {
  return deadline ? Math.max(0, epochOf(deadline) - Date.now() - store.getState().offset) : null
}

function useHandle(): SessionHandle {
  return required(useContext(SessionContext))
}

function required<T>(value: T | null): T {
  if (value === null) throw new Error('used outside of a running SessionProvider')
  return value
}
