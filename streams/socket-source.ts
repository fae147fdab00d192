import { distinctUntilChanged, Observable, type SchedulerLike, Subject, switchMap, tap, timer } from 'rxjs'
import { heartbeatMilliseconds, pingMilliseconds } from '#protocol/socket/hb.ts'
import type { LogPlace } from './log-place.ts'
import type { DownMessage, LogMessage, SocketTransport } from './transport.ts'

export type SocketNews =
  | { readonly kind: 'message'; readonly message: LogMessage }
  /** Whether the socket is connected, has answered the subscription and goes on saying something. */
  | { readonly kind: 'live'; readonly live: boolean }

export interface SocketSourceOptions {
  readonly transport: SocketTransport
  /** Where the log has been read to, from all roads together. */
  place(): LogPlace
  /** The log's reader misses entries. */
  readonly gaps$: Observable<void>
  /** 0 to 1. */
  random(): number
  readonly scheduler: SchedulerLike
}

/** A silence of this length means that the line is dead or the subscription lost, whatever the socket believes. */
const silenceMs = 3 * heartbeatMilliseconds
/** A line whose last ping is older than this is dead. */
const pingLateMs = pingMilliseconds + 500
/** Where a whole hall falls silent, its clients come back spread over this time. */
const spreadMs = 3000
/** A burst behind one lost frame asks once. */
const askAgainMs = 1000

/**
 * A session's messages by socket. Subscribes from the place reached on every connect, again on a gap, after a
 * silence, and when the heartbeat was ahead of the place, or of another epoch, twice running. A line that does not
 * even ping any more is dropped for a new one: the libraries would take long to notice.
 */
export function socketSource$(options: SocketSourceOptions): Observable<SocketNews> {
  const { transport, place, gaps$, random, scheduler } = options
  return new Observable((out) => {
    let connected = false
    let askedAt = Number.NEGATIVE_INFINITY
    let ahead = 0
    let pingedAt = Number.NEGATIVE_INFINITY
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
      if (message.kind === 'events' || message.kind === 'snapshot') {
        out.next({ kind: 'message', message })
        setLive(true)
      }
      if (message.kind === 'hb') {
        const { epoch, head } = message.body
        ahead = epoch !== place().epoch || head > place().seq ? ahead + 1 : 0
        if (ahead >= 2) subscribe()
        // Right after subscribing the heartbeat comes first: there is nothing to show yet.
        if (ahead === 0 || live) setLive(true)
      }
    }

    const pings = () => scheduler.now() - pingedAt <= pingLateMs

    function onSilence(): void {
      if (!connected) return
      if (pings()) subscribe()
      else transport.restart()
    }

    const silence$ = awaited$.pipe(
      switchMap(() =>
        timer(silenceMs, scheduler).pipe(
          tap(() => setLive(false)),
          switchMap(() => timer(pings() ? 0 : random() * spreadMs, scheduler)),
        ),
      ),
    )
    const subscription = silence$.subscribe(onSilence)
    subscription.add(
      transport.pings$.subscribe(() => {
        pingedAt = scheduler.now()
      }),
    )
    subscription.add(gaps$.subscribe(onGap))
    subscription.add(transport.messages$.subscribe(onMessage))
    subscription.add(transport.connected$.pipe(distinctUntilChanged()).subscribe(onConnected))
    return subscription
  })
}
