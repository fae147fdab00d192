import { distinctUntilChanged, Observable, type SchedulerLike, Subject } from 'rxjs'
import type { SubscribeMessage } from '#protocol/socket/sub.ts'
import { type LogPosition, questionFrom } from './log-position.ts'
import { type Silence, silence$ } from './silence.ts'
import type { DownMessage, LogMessage, SocketTransport } from './transport.ts'

export type SocketNews =
  | { readonly kind: 'message'; readonly message: LogMessage }
  /** Whether the socket is connected, has answered the subscription and keeps sending. */
  | { readonly kind: 'live'; readonly live: boolean }

export interface SocketSourceOptions {
  readonly transport: SocketTransport
  /** The position reached in the log, from all sources together. */
  position(): LogPosition
  /** Entries are missing. */
  readonly gaps$: Observable<void>
  /** 0 to 1. */
  random(): number
  readonly scheduler: SchedulerLike
}

/** Several gaps behind one lost message cause one subscription. */
const askAgainMs = 1000

/**
 * A session's messages from the socket. Subscribes from the entry reached with every connect, and again on a gap, after
 * a silence, and when two heartbeats in a row are ahead of the position or of another epoch. Replaces a connection that
 * no longer pings; the socket libraries would take much longer to notice.
 */
export function socketSource$(options: SocketSourceOptions): Observable<SocketNews> {
  const { transport, position, gaps$, random, scheduler } = options
  return new Observable((out) => {
    let connected = false
    let askedAt = Number.NEGATIVE_INFINITY
    let ahead = 0
    let live = false
    /** After each of these moments the server should send something soon. */
    const awaited$ = new Subject<void>()

    function setLive(now: boolean): void {
      live = now
      out.next({ kind: 'live', live })
    }

    function noteAsked(): void {
      askedAt = scheduler.now()
      ahead = 0
      awaited$.next()
    }

    function subscribe(): void {
      noteAsked()
      transport.send({ kind: 'sub', body: questionAt(position()) })
    }

    function onConnected(now: boolean): void {
      connected = now
      if (!now) setLive(false)
      else if (hasAsked?.()) noteAsked()
      else subscribe()
    }

    function onGap(): void {
      if (connected && scheduler.now() - askedAt >= askAgainMs) subscribe()
    }

    function onMessage(message: DownMessage): void {
      if (!connected) return
      awaited$.next()
      if (message.kind === 'events' || message.kind === 'snapshot') {
        out.next({ kind: 'message', message })
        setLive(true)
      }
      if (message.kind === 'hb') {
        const { epoch, head } = message.body
        ahead = epoch !== position().epoch || head > position().seq ? ahead + 1 : 0
        if (ahead >= 2) subscribe()
        // The heartbeat right after subscribing arrives before the entries.
        if (ahead === 0 || live) setLive(true)
      }
    }

    function onSilence(silence: Silence): void {
      if (silence === 'silent') setLive(false)
      else if (!connected) return
      else if (silence === 'unsubscribed') subscribe()
      else transport.restart()
    }

    const hasAsked = transport.askOnConnect?.(() => questionAt(position()))
    const { pings$ } = transport
    const subscription = silence$({ awaited$, pings$, random, scheduler }).subscribe(onSilence)
    subscription.add(gaps$.subscribe(onGap))
    subscription.add(transport.messages$.subscribe(onMessage))
    subscription.add(transport.connected$.pipe(distinctUntilChanged()).subscribe(onConnected))
    return subscription
  })
}

function questionAt(position: LogPosition): SubscribeMessage {
  const { session, epoch } = position
  return { session, epoch, after: questionFrom(position) }
}
