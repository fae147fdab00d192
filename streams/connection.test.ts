import { map, NEVER, Subject, startWith } from 'rxjs'
import { TestScheduler } from 'rxjs/testing'
import { expect, test } from 'vitest'
import { session } from '#test/support/opening-log.ts'
import { type Connection, connection$ } from './connection.ts'
import { type LogPosition, startOfLog } from './log-position.ts'

/** A connection whose clock and sources are driven by the test. */
function fixture() {
  const live$ = new Subject<boolean>()
  const polls$ = new Subject<boolean>()
  const position$ = new Subject<LogPosition>()
  const heard$ = new Subject<void>()
  let time = 1000
  const said: Connection[] = []
  connection$({ live$, polls$, position$, heard$, now: () => time }).subscribe((next) => said.push(next))
  live$.next(false)
  position$.next(startOfLog(session))
  return {
    live$,
    polls$,
    heard$,
    position: (seq: number, head: number) => position$.next({ ...startOfLog(session), seq, head }),
    wait: (ms: number) => {
      time += ms
    },
    last: () => said.at(-1),
    count: () => said.length,
  }
}

test('is live with a live socket and no missing entries, else catching up', () => {
  const { live$, position, wait, last } = fixture()
  expect(last()).toEqual({ status: 'catching-up', since: 1000, heardAt: null })
  wait(500)
  live$.next(true)
  expect(last()).toMatchObject({ status: 'live', since: 1500 })
  wait(500)
  position(3, 9)
  expect(last()).toMatchObject({ status: 'catching-up', since: 2000 })
  position(9, 9)
  expect(last()?.status).toBe('live')
})

test('is polling while polls answer, offline while they fail, and live again with the socket', () => {
  const { live$, polls$, last } = fixture()
  live$.next(true)
  live$.next(false)
  expect(last()?.status).toBe('catching-up')
  polls$.next(true)
  expect(last()?.status).toBe('polling')
  polls$.next(false)
  polls$.next(false)
  expect(last()?.status).toBe('offline')
  live$.next(true)
  expect(last()?.status).toBe('live')
})

test('is not offline when one poll fails among others; is offline when the first one fails', () => {
  const { live$, polls$, last } = fixture()
  live$.next(false)
  polls$.next(false)
  expect(last()?.status).toBe('offline')
  for (const answered of [true, false, true, false, true]) {
    polls$.next(answered)
    expect(last()?.status).toBe('polling')
  }
})

test('keeps the start of its status while the time of the last message changes', () => {
  const { live$, heard$, wait, last, count } = fixture()
  live$.next(true)
  heard$.next()
  wait(5000)
  heard$.next()
  expect(last()).toEqual({ status: 'live', since: 1000, heardAt: 6000 })
  const before = count()
  wait(300)
  heard$.next()
  expect(count()).toBe(before)
})

test('emits once for each change of source or position, at once', () => {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected))
  scheduler.run(({ hot, expectObservable }) => {
    const position = (seq: number, head: number) => ({ ...startOfLog(session), seq, head })
    const live$ = hot('   f---t-----f------', { f: false, t: true }).pipe(startWith(false))
    const polls$ = hot('  -n---------y-nn-y', { y: true, n: false })
    const position$ = hot('  -----b-c---------', { b: position(3, 9), c: position(9, 9) }).pipe(
      startWith(position(0, 0)),
    )
    const status$ = connection$({ live$, polls$, position$, heard$: NEVER, now: () => 0 }).pipe(
      map(({ status }) => status),
    )
    const names = { u: 'catching-up', o: 'offline', l: 'live', p: 'polling' }
    expectObservable(status$).toBe('uo--lu-l--up--o-p', names)
  })
})
