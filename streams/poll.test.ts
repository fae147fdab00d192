import {
  BehaviorSubject,
  concat,
  EMPTY,
  NEVER,
  type Observable,
  of,
  throwError,
  timer,
  VirtualTimeScheduler,
} from 'rxjs'
import { describe, expect, test } from 'vitest'
import { decryptionDeadlinePoll$ } from './decryption-deadline-poll.ts'
import { poll$ } from './poll.ts'

interface Staged {
  readonly endAt: number
  ask(round: number, signal: AbortSignal): Observable<string>
  readonly pauses?: Record<number, boolean>
  readonly random?: () => number
}

function stage({ endAt, ask, pauses = {}, random = () => 0.5 }: Staged) {
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
  test('asks once an interval, the first time after one', () => {
    const { asked, heard } = stage({ endAt: 3500, ask: (round) => of(`${round}`) })
    expect(asked).toEqual([1000, 2000, 3000])
    expect(heard).toEqual(['1', '2', '3'])
  })

  test('spreads its rounds by a fifth to either side', () => {
    expect(stage({ endAt: 900, ask: () => of(''), random: () => 0 }).asked).toEqual([800])
    expect(stage({ endAt: 1250, ask: () => of(''), random: () => 0.999_999 }).asked[0]).toBeCloseTo(1200, 1)
  })

  test('doubles the interval with each failure and returns to it after a success', () => {
    const ask = (round: number) => (round < 4 ? throwError(() => new Error('lost')) : of('back'))
    const { asked, heard } = stage({ endAt: 16_500, ask })
    expect(asked).toEqual([1000, 3000, 7000, 15_000, 16_000])
    expect(heard).toEqual(['failed 1', 'failed 2', 'failed 3', 'back', 'back'])
  })

  test('waits no longer than a minute between rounds', () => {
    const { asked } = stage({ endAt: 300_000, ask: () => throwError(() => new Error('lost')) })
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
    expect(Math.max(...pauses)).toBe(60_000)
  })

  test('a request that does not answer counts as failed and is aborted', () => {
    const signals: AbortSignal[] = []
    const ask = (_round: number, signal: AbortSignal) => {
      signals.push(signal)
      return concat(EMPTY, NEVER)
    }
    expect(stage({ endAt: 16_500, ask }).heard).toEqual(['failed 1'])
    expect(signals[0]?.aborted).toBe(true)
  })

  test('is still while paused, gives up the running round, and goes on afterwards', () => {
    const signals: AbortSignal[] = []
    const ask = (_round: number, signal: AbortSignal) => {
      signals.push(signal)
      return concat(EMPTY, NEVER)
    }
    const { asked } = stage({ endAt: 11_500, ask, pauses: { 1500: true, 10000: false } })
    expect(asked).toEqual([1000, 11_000])
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false])
  })

  test('leaving aborts the running round', () => {
    let running: AbortSignal | null = null
    const { leave } = stage({
      endAt: 1100,
      ask(_round, signal) {
        running = signal
        return timer(1e9) as unknown as Observable<string>
      },
    })
    leave()
    expect((running as AbortSignal | null)?.aborted).toBe(true)
  })

  test('the decryption deadline is asked for every three seconds', () => {
    const scheduler = new VirtualTimeScheduler(undefined, 10_000)
    const asked: number[] = []
    const answer = {
      LimitJmTime: 30,
      deadline: null,
      isClosed: false,
      serverTime: '2026-01-01T00:00:00.000Z',
      seq: 4,
    }
    const seqs: number[] = []
    const readDeadline = () => {
      asked.push(scheduler.now())
      return of(answer)
    }
    decryptionDeadlinePoll$({ readDeadline }, { paused$: of(false), random: () => 0.5, scheduler }).subscribe(
      (news) => seqs.push(news.ok ? news.value.seq : -1),
    )
    scheduler.flush()
    expect(asked).toEqual([3000, 6000, 9000])
    expect(seqs).toEqual([4, 4, 4])
  })
})
