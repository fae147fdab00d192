import {
  BehaviorSubject,
  map,
  NEVER,
  type Observable,
  type ObservableInput,
  Subject,
  Subscription,
  timer,
  VirtualTimeScheduler,
} from 'rxjs'
import { describe, expect, test } from 'vitest'
import { events, message, openingLog, session, snapshot, wholeSnapshot } from '#test/support/opening-log.ts'
import { sessionStreams } from './session-streams.ts'
import type { DownMessage, PollTransport } from './transport.ts'

const log = openingLog()

/** Polls whose requests answer after `answerMs`, and what was asked. */
function answeringPolls(answerMs: number | 'never', scheduler: VirtualTimeScheduler) {
  const asked: Record<string, number> = {}
  let waiting = 0

  function answer<T>(name: string, signal: AbortSignal, make: () => T): ObservableInput<T> {
    asked[name] = (asked[name] ?? 0) + 1
    waiting += 1
    signal.addEventListener('abort', () => {
      waiting -= 1
    })
    const answer$: Observable<unknown> = answerMs === 'never' ? NEVER : timer(answerMs, scheduler)
    return answer$.pipe(
      map(() => {
        waiting -= 1
        return make()
      }),
    )
  }
  const at = <T>(rest: T) => ({ ...rest, seq: log.length })
  const polls = {
    readLog: (after, signal) => answer('log', signal, () => message(log, after + 1, log.length)),
    readSnapshot: (signal) => answer('snapshot', signal, () => wholeSnapshot(log, log.length)),
    readDeadline: (signal) => answer('deadline', signal, () => at({ LimitJmTime: null, deadline: null })),
    readSigning: (signal) => answer('signing', signal, () => at({ Is_begin: false })),
    readStage: (signal) => answer('stage', signal, () => at({ dbFlowStatus: 1 })),
    readObjections: (signal) => answer('objections', signal, () => at({ rows: [] })),
    readProgress: (signal) => answer('progress', signal, () => [{ bidFileId: 'f', percent: 30 }]),
    readServerTime: (signal) => answer('time', signal, () => scheduler.now()),
  } as PollTransport
  return { polls, asked, waiting: () => waiting }
}

/** A session with all streams subscribed to and transports driven by the test; requests answer after `answerMs`. */
function fixture(answerMs: number | 'never', snapshotBeyond = 2000) {
  const scheduler = new VirtualTimeScheduler()
  const connected$ = new BehaviorSubject(false)
  const messages$ = new Subject<DownMessage>()
  const wakes$ = new Subject<void>()
  const acknowledged$ = new Subject<{ seq: number }>()
  const { polls, asked, waiting } = answeringPolls(answerMs, scheduler)
  const streams = sessionStreams({
    session,
    socket: { connected$, messages$, pings$: NEVER, send: () => undefined, restart() {} },
    polls,
    now: () => scheduler.now(),
    elapsed: () => scheduler.now(),
    random: () => 0.5,
    scheduler,
    clockEveryMs: 5000,
    wakes$,
    acknowledged$,
    snapshotBeyond,
  })
  const subscription = new Subscription()
  const { log$, history$, connection$, deadline$, signing$, stage$, objections$, clock$ } = streams
  const said: string[] = []
  for (const [name, stream$] of Object.entries({ log$, history$, connection$, clock$ })) {
    subscription.add((stream$ as Observable<unknown>).subscribe(() => said.push(name)))
  }
  for (const [name, stream$] of Object.entries({ deadline$, signing$, stage$, objections$ })) {
    subscription.add(
      (stream$ as Observable<{ seq: number }>).subscribe(({ seq }) => said.push(`${name} ${seq}`)),
    )
  }
  return {
    scheduler,
    connected$,
    messages$,
    acknowledged$,
    streams,
    asked,
    said,
    run(toMs: number) {
      scheduler.maxFrames = toMs
      scheduler.flush()
    },
    /** Unsubscribes; what is still running afterwards. */
    left() {
      subscription.unsubscribe()
      const observed = [connected$, messages$, wakes$, acknowledged$].filter(
        (subject) => subject.observed,
      ).length
      return { timers: scheduler.actions.length, observed, waiting: waiting() }
    },
  }
}

const nothing = { timers: 0, observed: 0, waiting: 0 }

describe('[LEV-1] leaving a session leaves no timer, request or subscription', () => {
  test.each([
    ['before anything was heard', 10, 0],
    ['while requests are on their way', 'never', 21_000],
    ['while polls are all there is', 10, 60_000],
  ] as const)('%s', (_, answerMs, leftAt) => {
    const { run, left } = fixture(answerMs)
    run(leftAt)
    expect(left()).toEqual(nothing)
  })

  test('while the socket is live', () => {
    const { run, left, connected$, messages$ } = fixture(10)
    connected$.next(true)
    messages$.next(events(log, 1, 9))
    messages$.next(events(log, 20, 22))
    run(7000)
    expect(left()).toEqual(nothing)
  })

  test('while earlier entries are read back', () => {
    const { run, left, streams, connected$, messages$, asked } = fixture('never')
    connected$.next(true)
    messages$.next({ kind: 'snapshot', body: snapshot(log, 20) })
    streams.loadEarlier(null)
    run(1000)
    expect(asked.log).toBe(1)
    expect(left()).toEqual(nothing)
  })

  test('and nothing runs before somebody looks', () => {
    const scheduler = new VirtualTimeScheduler()
    const connected$ = new BehaviorSubject(true)
    const messages$ = new Subject<DownMessage>()
    const never = () => NEVER
    sessionStreams({
      session,
      socket: { connected$, messages$, pings$: never(), send: never, restart: never },
      polls: {
        readLog: never,
        readSnapshot: never,
        readDeadline: never,
        readSigning: never,
        readStage: never,
        readObjections: never,
        readProgress: never,
        readServerTime: never,
      },
      now: () => 0,
      elapsed: () => scheduler.now(),
      random: () => 0.5,
      scheduler,
      clockEveryMs: 5000,
    })
    expect([scheduler.actions.length, connected$.observed, messages$.observed]).toEqual([0, false, false])
  })
})

describe('[POL-1] polls', () => {
  test('run while the socket is not live; while it is live only the clock’s does', () => {
    const { run, asked, said, scheduler, connected$, messages$ } = fixture(10)
    run(20_000)
    expect(asked).toMatchObject({ deadline: 6, signing: 3, stage: 2, objections: 1 })
    expect(said).toContain(`signing$ ${log.length}`)
    expect(said).toContain(`stage$ ${log.length}`)
    expect(said).toContain(`objections$ ${log.length}`)
    connected$.next(true)
    const beat = { epoch: 'A', head: log.length, now: 20_000 }
    messages$.next({ kind: 'hb', body: beat })
    const before = { ...asked }
    const beating = timer(5000, 5000, scheduler).subscribe(() =>
      messages$.next({ kind: 'hb', body: { ...beat, now: scheduler.now() } }),
    )
    run(85_000)
    expect({ ...asked, time: 0 }).toEqual({ ...before, time: 0 })
    // Heartbeats check the clock: it is polled every thirty seconds instead of every five.
    expect((asked.time ?? 0) - (before.time ?? 0)).toBe(2)
    beating.unsubscribe()
  })
})

describe('[PRG-2] the progress of files', () => {
  test('is polled only while subscribed to, one request at a time, and not on a live socket', () => {
    const { run, asked, streams, connected$, messages$, left } = fixture('never')
    run(15_000)
    expect(asked.progress).toBeUndefined()
    const heard: unknown[] = []
    const wanting = streams.progress$.subscribe((files) => heard.push(files))
    run(18_000)
    expect(asked.progress).toBe(1)
    run(31_000)
    expect(asked.progress).toBe(1)
    connected$.next(true)
    messages$.next({ kind: 'hb', body: { epoch: 'A', head: 0, now: 31_000 } })
    const files = [{ bidFileId: 'f', percent: 3 }]
    messages$.next({ kind: 'progress', body: { files } })
    run(44_000)
    expect([asked.progress, heard]).toEqual([1, [[], files]])
    wanting.unsubscribe()
    messages$.next({ kind: 'progress', body: { files } })
    expect(heard).toHaveLength(2)
    expect(left()).toEqual(nothing)
  })

  test('is empty on a new connection: the last message may have been missed', () => {
    const { run, streams, connected$, messages$ } = fixture(10)
    const heard: unknown[] = []
    streams.progress$.subscribe((files) => heard.push(files))
    connected$.next(true)
    messages$.next({ kind: 'hb', body: { epoch: 'A', head: 0, now: 0 } })
    const files = [{ bidFileId: 'f', percent: 60 }]
    messages$.next({ kind: 'progress', body: { files } })
    connected$.next(false)
    run(1000)
    expect(heard.at(-1)).toEqual(files)
    connected$.next(true)
    messages$.next({ kind: 'hb', body: { epoch: 'A', head: 0, now: 1000 } })
    run(2000)
    expect(heard.at(-1)).toEqual([])
  })

  test('is empty once the socket is live, even if a poll was answered after connecting', () => {
    const { run, streams, connected$, messages$ } = fixture(1500)
    const heard: unknown[] = []
    streams.progress$.subscribe((files) => heard.push(files))
    run(3000)
    connected$.next(true)
    // Asked for after two seconds and answered on a connection that has sent nothing yet.
    run(3800)
    expect(heard.at(-1)).toEqual([{ bidFileId: 'f', percent: 30 }])
    messages$.next(events(log, 1, log.length))
    run(9000)
    expect(heard.at(-1)).toEqual([])
  })
})

describe('[GAP-3] without a socket', () => {
  test('an acknowledged command has the log read at once', () => {
    const { run, asked, acknowledged$, connected$, messages$ } = fixture(10)
    acknowledged$.next({ seq: log.length })
    run(1000)
    expect(asked.log).toBe(1)
    connected$.next(true)
    messages$.next(events(log, 1, log.length))
    acknowledged$.next({ seq: log.length + 1 })
    run(2000)
    expect(asked.log).toBe(1)
  })

  test('polls bring the whole log, as a snapshot when far behind', () => {
    const near = fixture(10)
    near.run(4000)
    expect(near.asked).toMatchObject({ deadline: 1, log: 1 })
    const far = fixture(10, 20)
    far.run(4000)
    expect(far.asked).toMatchObject({ deadline: 1, snapshot: 1 })
    expect(far.asked.log).toBeUndefined()
  })
})
