import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { err, ok } from '#lib/result.ts'
import type { Watched } from '#protocol/socket/watched.ts'
import { watchedSection } from '#test/client/watched-section.ts'
import { followWall, noWall, type WallView } from './follow-wall.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const [one, other] = [watchedSection('one'), watchedSection('other')]

function said(...sections: (typeof one)[]): Watched {
  return { now: 0, ids: [one.id, other.id], more: 0, sections }
}

/** A page that follows the wall over a fake socket; `rest` is what the REST call answers. */
function stage({ answers = true } = {}) {
  const socket = { hear: (_: Watched) => {}, line: (_: boolean) => {} }
  const rest = { reads: 0, answers }
  let view: WallView = noWall
  const wall = followWall(
    {
      open(onWatched, onLine) {
        socket.hear = onWatched
        socket.line = onLine
        return { close() {} }
      },
      async read() {
        rest.reads += 1
        const failure = { code: 'unavailable', message: '' } as never
        return rest.answers ? ok(said(one, other)) : err(failure)
      },
      now: Date.now,
    },
    (next) => {
      view = next
    },
  )
  return { socket, rest, wall, view: () => view }
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('[WAL-4] while the socket speaks the wall is live, and nothing is read by REST', async () => {
  const { socket, rest, view } = stage()
  await wait(0)
  expect(view()).toMatchObject({ line: 'polling', sections: [one, other] })
  socket.line(true)
  socket.hear(said(one, other))
  for (let second = 0; second < 60; second += 5) {
    await wait(5000)
    socket.hear(said())
  }
  expect(rest.reads).toBe(1)
  expect(view()).toMatchObject({ line: 'live', sections: [one, other] })
  const grown = { ...other, seq: 10 }
  socket.hear(said(grown))
  expect(view().sections).toEqual([one, grown])
})

test('[WAL-4] a socket that is lost or silent is replaced by reads every five seconds, until it speaks again', async () => {
  const { socket, rest, view } = stage()
  socket.line(true)
  socket.hear(said(one, other))
  await wait(11_000)
  expect(view().line).toBe('live')
  await wait(2000)
  expect(view().line).toBe('polling')
  const before = rest.reads
  await wait(20_000)
  expect(rest.reads - before).toBe(4)
  socket.hear(said())
  expect(view().line).toBe('live')
  socket.line(false)
  expect(view().line).toBe('polling')
})

test('[WAL-4] what was shown stays while nothing answers; a first failure is told and may be tried again', async () => {
  const { rest, view, wall } = stage()
  await wait(0)
  rest.answers = false
  await wait(6000)
  expect(view()).toMatchObject({
    line: 'away',
    sections: [one, other],
    failure: null,
    heardAt: expect.any(Number),
  })
  wall.close()
  const late = stage({ answers: false })
  await wait(0)
  expect(late.view()).toMatchObject({ sections: null, failure: { code: 'unavailable' } })
  late.rest.answers = true
  late.wall.again()
  await wait(0)
  expect(late.view()).toMatchObject({ sections: [one, other], failure: null })
})

test('[WAL-1] a section that is no longer named is no longer shown', async () => {
  const { socket, view } = stage()
  socket.line(true)
  socket.hear(said(one, other))
  socket.hear({ ...said(), ids: [other.id] })
  expect(view().sections).toEqual([other])
})
