import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { Span } from '#domain/session/window.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { createTestClock, type SetTestClock, type TestClock } from './test-clock.ts'

const hallNow = 1_000_000

/** A test clock on a hall's clock that stands still, the process that sets it, and the answers it gets. */
function clockAt(shown: number) {
  const channel = Object.assign(new EventEmitter(), {
    answers: [] as unknown[],
    send: (answer: unknown) => channel.answers.push(answer) > 0,
  })
  const errors: unknown[] = []
  const logger = { error: (said: unknown) => errors.push(said) }
  const clock = createTestClock(channel as never, () => shown, logger as never)
  if (!clock) throw new Error('a clock expected')
  const ask = (leaps: SetTestClock['leaps']) => channel.emit('message', { type: 'set-test-clock', leaps })
  return { clock, channel, ask, errors }
}

test('there is no test clock without a process that could set it', () => {
  expect(createTestClock({ on: () => process } as never, Date.now, { error() {} } as never)).toBeNull()
})

test('it shows the hall’s time plus the leaps so far', () => {
  const { clock, ask } = clockAt(hallNow)
  expect(clock.now()).toBe(hallNow)
  ask([
    { at: hallNow - 1, by: 60_000 },
    { at: hallNow, by: 500 },
    { at: hallNow + 1, by: 7 },
  ])
  expect(clock.now()).toBe(hallNow + 60_500)
})

test('the parent is answered once the listener has finished', async () => {
  const { clock, channel, ask } = clockAt(hallNow)
  let heard = () => {}
  const waiting = new Promise<void>((done) => {
    heard = done
  })
  clock.onLeap(() => waiting)
  ask([{ at: hallNow, by: 1 }])
  await Promise.resolve()
  expect(channel.answers).toEqual([])
  heard()
  await expect.poll(() => channel.answers).toEqual([{ type: 'test-clock-set', leaps: 1 }])
})

test('a listener that fails is logged, and the parent is answered', async () => {
  const { clock, channel, ask, errors } = clockAt(hallNow)
  const error = new Error('Connection terminated')
  clock.onLeap(() => Promise.reject(error))
  ask([{ at: hallNow, by: 1 }])
  await expect.poll(() => channel.answers).toEqual([{ type: 'test-clock-set', leaps: 1 }])
  expect(errors).toEqual([{ err: error }])
})

test('other messages are ignored, and so are leaps backwards', () => {
  const { clock, channel, ask } = clockAt(hallNow)
  channel.emit('message', { type: 'watch:require' })
  channel.emit('message', 'leap')
  ask([{ at: hallNow, by: -1 }])
  expect(clock.now()).toBe(hallNow)
  expect(channel.answers).toEqual([])
})

const span = (from: number, to: number): Span => ({ from: isoTime(from), to: isoTime(to) })

/** The window that `health` is asked for when the translated one is asked for `window`. */
async function askedFor(clock: TestClock, window: Span): Promise<Span> {
  let asked = window
  await clock.translated(async (_, of) => {
    asked = of
    return { outages: [], lines: {} }
  })('section', window)
  return asked
}

test('a window is translated to the hallNow’s clock, and the answer back', async () => {
  const { clock, ask } = clockAt(hallNow)
  ask([{ at: 500_000, by: 60_000 }])
  const window = span(490_000, 600_000)
  expect(await askedFor(clock, window)).toEqual(span(490_000, 540_000))
  // A time that was leapt over is the moment of the leap.
  expect(await askedFor(clock, span(510_000, 559_999))).toEqual(span(500_000, 500_000))

  const health = clock.translated(async () => ({
    outages: [span(499_000, 499_999)],
    lines: { A: [span(480_000, 530_000), { ...span(500_001, 530_000), byNode: true }] },
  }))
  expect(await health('section', window)).toEqual({
    outages: [span(499_000, 499_999)],
    // A connection from before to after the leap lasts through it.
    lines: { A: [span(480_000, 590_000), { ...span(560_001, 590_000), byNode: true }] },
  })
  expect(epochOf(window.to)).toBe(600_000)
})
