import {
  BehaviorSubject,
  defer,
  map,
  type Observable,
  type SchedulerLike,
  Subject,
  throwError,
  timer,
} from 'rxjs'
import type { Viewer } from '#domain/actor.ts'
import type { Entry } from '#domain/entry.ts'
import type { SubscribeMessage } from '#protocol/socket/subscribe.ts'
import { message } from './test-helpers.ts'
import type { DeadlineAnswer, DownMessage, PollTransport, SocketTransport, UpMessage } from './transport.ts'

/** What goes wrong on the way; each number from 0 (never) to 1. */
export interface Faults {
  readonly loss: number
  readonly doubling: number
  /** The longest a message is on its way, in milliseconds: later ones may overtake it. */
  readonly delayMs: number
  readonly failedRequests: number
}

export const noFaults: Faults = { loss: 0, doubling: 0, delayMs: 5, failedRequests: 0 }

export interface TestNetworkOptions {
  readonly scheduler: SchedulerLike
  random(): number
  readonly viewer: Viewer
  /** Server's clock minus the scheduler's. */
  readonly skew?: number
}

const pageLimit = 7

/**
 * A server with one session's log and one client, and everything between them that may go wrong. It delivers as
 * the product's does: from the place subscribed to, in frames, with a heartbeat every five seconds.
 */
export function testNetwork({ scheduler, random, viewer, skew = 0 }: TestNetworkOptions) {
  const connected$ = new BehaviorSubject(false)
  const messages$ = new Subject<DownMessage>()
  let faults: Faults = noFaults
  let epoch = 'A'
  let log: Entry[] = []
  let sent: number | null = null
  const subscriptions: SubscribeMessage[] = []
  const serverNow = () => scheduler.now() + skew

  function down(body: DownMessage): void {
    const copies = random() < faults.doubling ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1) {
      if (random() < faults.loss) continue
      scheduler.schedule(() => messages$.next(body), random() * faults.delayMs)
    }
  }

  function pump(): void {
    while (sent !== null && sent < log.length) {
      const to = Math.min(sent + pageLimit, log.length)
      down({ kind: 'events', body: message(log, sent + 1, to, { epoch, viewer }) })
      sent = to
    }
  }

  function beat(): void {
    if (sent !== null) down({ kind: 'hb', body: { head: log.length, now: serverNow() } })
  }

  function receive({ kind, body }: UpMessage): void {
    if (!connected$.value || kind !== 'sub') return
    subscriptions.push(body)
    sent = body.epoch === epoch && body.after <= log.length ? body.after : 0
    pump()
    beat()
  }

  function answer<T>(make: () => T): Observable<T> {
    return defer(() => {
      if (random() < faults.failedRequests) return throwError(() => new Error('lost'))
      const made = make()
      return timer(random() * faults.delayMs, scheduler).pipe(map(() => made))
    })
  }

  const beating = timer(5000, 5000, scheduler).subscribe(beat)
  const socket: SocketTransport = {
    connected$,
    messages$,
    send(up) {
      if (random() < faults.loss) return
      scheduler.schedule(() => receive(up), random() * faults.delayMs)
    },
  }
  const polls: PollTransport = {
    readLog: (after) =>
      answer(() => message(log, after + 1, Math.min(after + pageLimit, log.length), { epoch, viewer })),
    readDeadline: () => answer(deadline),
    readServerTime: () => answer(serverNow),
  }

  function deadline(): DeadlineAnswer {
    const serverTime = new Date(serverNow()).toISOString()
    return { LimitJmTime: null, deadline: null, isClosed: false, serverTime, seq: log.length }
  }

  return {
    socket,
    polls,
    subscriptions,
    /** The server's log as it is now. */
    log: () => log,
    append(entry: Entry) {
      log = [...log, entry]
      pump()
    },
    /** A backup was restored: another log, under another epoch. */
    restore(other: readonly Entry[], newEpoch: string) {
      log = [...other]
      epoch = newEpoch
      if (connected$.value) cut()
    },
    join() {
      if (!connected$.value) connected$.next(true)
    },
    cut,
    setFaults(next: Faults) {
      faults = next
    },
    /** Puts a message on the wire by hand. */
    push: (body: DownMessage) => messages$.next(body),
    close: () => beating.unsubscribe(),
  }

  function cut(): void {
    sent = null
    if (connected$.value) connected$.next(false)
  }
}
