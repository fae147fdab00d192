import {
  BehaviorSubject,
  concat,
  defaultIfEmpty,
  EMPTY,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  throwError,
  timer,
  VirtualTimeScheduler,
} from 'rxjs'
import { TestScheduler } from 'rxjs/testing'
import { describe, expect, test } from 'vitest'
import { decryptionDeadlinePoll$ } from './decryption-deadline-poll.ts'
import { objectionsPoll$ } from './objections-poll.ts'
import { openingProgressPoll$ } from './opening-progress-poll.ts'
import { poll$ } from './poll.ts'
import { serverTimePoll$ } from './server-time-poll.ts'
import { signingPoll$ } from './signing-poll.ts'
import { stagePoll$ } from './stage-poll.ts'

interface FixtureOptions {
  readonly endAt: number
  ask(round: number, signal: AbortSignal): Observable<string>
  readonly pauses?: Record<number, boolean>
  readonly random?: () => number
}

function fixture({ endAt, ask, pauses = {}, random = () => 0.5 }: FixtureOptions) {
  const scheduler = new VirtualTimeScheduler(undefined, endAt)
  const paused$ = new BehaviorSubject(false)
  const asked: number[] = []
  const heard: string[] = []
  for (const [at, paused] of Object.entries(pauses))
    scheduler.schedule(() => paused$.next(paused), Number(at))
  const subscription = poll$({
    everyMs: 1000,
    paused$,
    random,
    scheduler,
    ask(signal) {
      asked.push(scheduler.now())
      return ask(asked.length, signal)
    },
  }).subscribe((news) => heard.push(news.ok ? news.value : `failed ${news.failures}`))
  scheduler.flush()
  return { asked, heard, leave: () => subscription.unsubscribe() }
}

describe('a poll', () => {
  test('[POL-1] asks once per interval, the first time after one', () => {
    const { asked, heard } = fixture({ endAt: 3500, ask: (round) => of(`${round}`) })
    expect(asked).toEqual([1000, 2000, 3000])
    expect(heard).toEqual(['1', '2', '3'])
  })

  test('[POL-2] spreads its rounds by ± a fifth', () => {
    expect(fixture({ endAt: 900, ask: () => of(''), random: () => 0 }).asked).toEqual([800])
    expect(fixture({ endAt: 1250, ask: () => of(''), random: () => 0.999_999 }).asked[0]).toBeCloseTo(1200, 1)
  })

  test('[POL-2] doubles the interval with each failure and returns to it after a success', () => {
    const ask = (round: number) => (round < 4 ? throwError(() => new Error('lost')) : of('back'))
    const { asked, heard } = fixture({ endAt: 16_500, ask })
    expect(asked).toEqual([1000, 3000, 7000, 15_000, 16_000])
    expect(heard).toEqual(['failed 1', 'failed 2', 'failed 3', 'back', 'back'])
  })

  test('[POL-2] waits no longer than a minute between rounds', () => {
    const { asked } = fixture({ endAt: 300_000, ask: () => throwError(() => new Error('lost')) })
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
    expect(Math.max(...pauses)).toBe(60_000)
  })

  test('[POL-2] a request that does not answer counts as failed and is aborted', () => {
    const signals: AbortSignal[] = []
    const ask = (_round: number, signal: AbortSignal) => {
      signals.push(signal)
      return concat(EMPTY, NEVER)
    }
    expect(fixture({ endAt: 16_500, ask }).heard).toEqual(['failed 1'])
    expect(signals[0]?.aborted).toBe(true)
  })
})

describe('a poll that is paused or left', () => {
  test('[POL-1] aborts the running round, asks nothing while paused, and then continues', () => {
    const signals: AbortSignal[] = []
    const ask = (_round: number, signal: AbortSignal) => {
      signals.push(signal)
      return concat(EMPTY, NEVER)
    }
    const { asked } = fixture({ endAt: 11_500, ask, pauses: { 1500: true, 10000: false } })
    expect(asked).toEqual([1000, 11_000])
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false])
  })

  test('[POL-1] starts with its first round after a pause, whatever failed before', () => {
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected))
    scheduler.run(({ cold, hot, expectObservable }) => {
      const answers = [cold('#'), cold('#'), cold('-(a|)'), cold('-(b|)')]
      const paused$ = hot('          f 19ms t 9ms f', { f: false, t: true })
      const poll = poll$({
        ask: (): Observable<string> => answers.shift() ?? EMPTY,
        everyMs: 5,
        firstMs: 3,
        paused$,
        random: () => 0.5,
        scheduler,
      }).pipe(map((news) => (news.ok ? news.value : `${news.failures}`)))
      // Rounds at 3, 13 and 33: the third would fall into the pause; after it the first one is at 30 + 3.
      expectObservable(poll, '^ 43ms !').toBe('3ms 1 9ms 2 20ms a 5ms b', { 1: '1', 2: '2', a: 'a', b: 'b' })
    })
  })

  test('[LEV-1] aborts the running round when left', () => {
    let running: AbortSignal | null = null
    const { leave } = fixture({
      endAt: 1100,
      ask(_round, signal) {
        running = signal
        return timer(1e9) as unknown as Observable<string>
      },
    })
    leave()
    expect((running as AbortSignal | null)?.aborted).toBe(true)
  })
})

describe('the polls of a session', () => {
  test('[POL-1] each poll asks its own call at its own interval', () => {
    const asked: Record<string, number[]> = {}
    const scheduler = new VirtualTimeScheduler(undefined, 40_000)
    const note = (name: string) => () => {
      asked[name] = [...(asked[name] ?? []), scheduler.now()]
      return EMPTY.pipe(defaultIfEmpty({ seq: 4 } as never))
    }
    const polls = {
      readDeadline: note('deadline'),
      readSigning: note('signing'),
      readStage: note('stage'),
      readObjections: note('objections'),
      readProgress: note('progress'),
      readServerTime: note('time'),
    }
    const random = () => 0.5
    const setting = { paused$: of(false), random, scheduler }
    const seqs: number[] = []
    merge(
      decryptionDeadlinePoll$(polls, setting),
      signingPoll$(polls, setting),
      stagePoll$(polls, setting),
      objectionsPoll$(polls, setting),
    ).subscribe((news) => seqs.push(news.ok ? news.value.seq : -1))
    openingProgressPoll$(polls, setting).subscribe()
    const now = () => scheduler.now()
    serverTimePoll$(polls, { now, elapsed: now, random, scheduler, everyMs: 5000 }).subscribe()
    scheduler.flush()
    expect(asked).toMatchObject({
      signing: [5000, 10_000, 15_000, 20_000, 25_000, 30_000, 35_000, 40_000],
      stage: [5000, 15_000, 25_000, 35_000],
      objections: [19_000, 38_000],
      progress: [2000, 12_000, 22_000, 32_000],
      time: [5000, 10_000, 15_000, 20_000, 25_000, 30_000, 35_000, 40_000],
    })
    expect(asked.deadline?.slice(0, 3)).toEqual([3000, 6000, 9000])
    expect(new Set(seqs)).toEqual(new Set([4]))
  })
})
