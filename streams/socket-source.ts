import { distinctUntilChanged, Observable, type SchedulerLike, Subject, switchMap, timer } from 'rxjs'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { heartbeatMilliseconds } from '#protocol/socket/heartbeat.ts'
import type { LogPlace } from './log-place.ts'
import type { DownMessage, SocketTransport } from './transport.ts'

export type SocketNews =
  | { readonly kind: 'message'; readonly message: EventsMessage }
  /** Whether the socket is connected, has answered the subscription and goes on saying something. */
  | { readonly kind: 'live'; readonly live: boolean }

export interface SocketSourceOptions {
  readonly transport: SocketTransport
  /** Where the log has been read to, from all roads together. */
  place(): LogPlace
  /** The log's reader misses entries. */
  readonly gaps$: Observable<void>
  readonly scheduler: SchedulerLike
}

/** A silence of this length means that the line is dead or the subscription lost, whatever the socket believes. */
const silenceMs = 3 * heartbeatMilliseconds
/** A burst behind one lost frame asks once. */
const askAgainMs = 1000

/**
 * A session's messages by socket. Subscribes from the place reached on every connect, again on a gap, after a
 * silence, and when the heartbeat was ahead of the place twice running.
 */
export function socketSource$(options: SocketSourceOptions): Observable<SocketNews> {
  const { transport, place, gaps$, scheduler } = options
  return new Observable((out) => {
    let connected = false
    let askedAt = Number.NEGATIVE_INFINITY
    let ahead = 0
    let live = false
    /** From each of these moments on something should be heard before long. */
    const awaited$ = new Subject<void>()

    function setLive(now: boolean): void {
      live = now
      out.next({ kind: 'live', live })
    }

    function subscribe(): void {
      const { session, epoch, seq } = place()
      askedAt = scheduler.now()
      ahead = 0
      awaited$.next()
      transport.send({ kind: 'sub', body: { session, epoch, after: seq } })
    }

    function onConnected(now: boolean): void {
      connected = now
      if (now) subscribe()
      else setLive(false)
    }

    function onGap(): void {
      if (connected && scheduler.now() - askedAt >= askAgainMs) subscribe()
    }

    function onMessage(message: DownMessage): void {
      if (!connected) return
      awaited$.next()
      if (message.kind === 'events') {
        out.next({ kind: 'message', message: message.body })
        setLive(true)
      }
      if (message.kind === 'hb') {
        ahead = message.body.head > place().seq ? ahead + 1 : 0
        if (ahead >= 2) subscribe()
        // Right after subscribing the heartbeat comes first: there is nothing to show yet.
        if (ahead === 0 || live) setLive(true)
      }
    }

    function onSilence(): void {
      setLive(false)
      if (connected) subscribe()
    }

    const silence$ = awaited$.pipe(switchMap(() => timer(silenceMs, scheduler)))
    const subscription = silence$.subscribe(onSilence)
    subscription.add(gaps$.subscribe(onGap))
    subscription.add(transport.messages$.subscribe(onMessage))
    subscription.add(transport.connected$.pipe(distinctUntilChanged()).subscribe(onConnected))
    return subscription
  })
}
