import { setTimeout as delay } from 'node:timers/promises'
import type { LoadWork } from './fanout-load.ts'
import type { ServerFacts, ServerKind, ServerWork } from './fanout-server.ts'
import { type Figure, figure } from './figure.ts'
import { startBundledWorker, startWorker, type Worker } from './process.ts'

/*
 * Measures the delivery of one event and of bursts to many sockets. The baselines are a bare `ws` server that writes
 * one shared frame, and plain Socket.IO rooms. Each server and its readers have processes of their own; all stay
 * connected and take turns.
 */

const sizes = [100, 1000, 3000, 5000]
/** Everything else is measured with so many. */
const most = 3000
const lonely = { rounds: 61, warmUps: 15, pauseMilliseconds: 150 }
const cold = { rounds: 7, pauseMilliseconds: 5000 }
const burst = { rounds: 3, events: 200 }
const opening = { rounds: 9, events: 20 }
const frost = { rounds: 5, eventsEach: 5, behind: 1990 }
const storm = { rounds: 9, missed: 20 }
const connects = { rounds: 3 }

type Kind = Extract<ServerKind, 'ours' | 'bare' | 'rooms'>

interface Side {
  readonly kind: Kind
  readonly server: Worker<ServerWork>
  readonly load: Worker<LoadWork>
  readonly facts: ServerFacts
  /** Milliseconds until all readers were there. */
  readonly opened: number
}

type Times = Readonly<Record<Kind, number[]>>

function noTimes(): Times {
  return { ours: [], bare: [], rooms: [] }
}

export async function* bench(): AsyncGenerator<Figure> {
  yield* connecting(most)
  for (const readers of sizes) yield* benchWith(readers)
}

/** Milliseconds until all readers are connected and subscribed, each time to a new server. */
async function* connecting(readers: number): AsyncGenerator<Figure> {
  const times = noTimes()
  for (let round = 0; round < connects.rounds; round++) {
    for (const kind of ['ours', 'rooms', 'bare'] as const) {
      const { server, load, opened } = await openSide(kind, readers)
      times[kind].push(opened)
      for (const worker of [server, load]) worker.stop()
      await delay(500)
    }
  }
  yield figure('fanout-connect', readers, 'ms', times.ours, times.rooms)
  yield figure('fanout-connect-bare', readers, 'ms', times.ours, times.bare)
}

async function* benchWith(readers: number): AsyncGenerator<Figure> {
  const ours = await openSide('ours', readers)
  const bare = await openSide('bare', readers)
  const rooms = await openSide('rooms', readers)
  const sides = [ours, bare, rooms]
  try {
    await inTurns(sides, lonely.warmUps, lonely.pauseMilliseconds)
    const warm = await inTurns(sides, lonely.rounds, lonely.pauseMilliseconds)
    yield figure('fanout-one', readers, 'ms', warm.ours, warm.bare)
    yield figure('fanout-one-rooms', readers, 'ms', warm.rooms, warm.bare)
    const rare = await inTurns(sides, cold.rounds, cold.pauseMilliseconds / sides.length)
    yield figure('fanout-cold', readers, 'ms', rare.ours, rare.bare)
    yield figure('fanout-cold-rooms', readers, 'ms', rare.rooms, rare.bare)
    if (readers !== most) return
    yield* bursts(ours, rooms, readers)
    yield* burstOpenings(ours, readers)
    yield* frozenReader(ours, readers)
    yield* storms(sides, readers)
  } finally {
    for (const { server, load } of sides) {
      server.stop()
      load.stop()
    }
  }
}

async function openSide(kind: Kind, readers: number): Promise<Side> {
  const server = await startBundledWorker<ServerWork>('fanout-server.ts', kind)
  const load = startWorker<LoadWork>('fanout-load.ts')
  const facts = await server.ask('start', readers)
  const began = performance.now()
  await load.ask('open', { kind, facts, readers })
  const opened = performance.now() - began
  const { megabytes } = await server.ask('load')
  say(`${kind}: ${readers} readers in ${Math.round(opened)} ms, ${Math.round(megabytes)} MB`)
  return { kind, server, load, facts, opened }
}

/** Milliseconds from an event until the last reader has it, for each server. */
async function inTurns(sides: readonly Side[], rounds: number, pause: number): Promise<Times> {
  const times = noTimes()
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      await delay(pause)
      times[side.kind].push((await send(side, 1)).first)
    }
  }
  return times
}

/** Sends some events; milliseconds until all readers have the first and the last one. */
async function send({ server, load }: Side, count: number): Promise<{ first: number; last: number }> {
  const head = await server.ask('head')
  const awaited = load.ask('await', [head + 1, head + count])
  const [at, [first = 0, last = 0]] = await Promise.all([server.ask('send', count), awaited])
  return { first: first - at, last: last - at }
}

async function* bursts(ours: Side, rooms: Side, readers: number): AsyncGenerator<Figure> {
  const speeds = noTimes()
  const perSecond = (milliseconds: number) => (burst.events * readers) / (milliseconds / 1000)
  for (let round = 0; round < burst.rounds; round++) {
    for (const side of [ours, rooms]) {
      await delay(500)
      speeds[side.kind].push(perSecond((await send(side, burst.events)).last))
    }
  }
  yield figure('fanout-burst', readers, 'deliveries/s', speeds.ours, speeds.rooms)
}

/** The first event of a burst is sent like a single one. */
async function* burstOpenings(ours: Side, readers: number): AsyncGenerator<Figure> {
  const firsts: number[] = []
  const lone: number[] = []
  for (let round = 0; round < opening.rounds; round++) {
    await delay(lonely.pauseMilliseconds)
    firsts.push((await send(ours, opening.events)).first)
    await delay(lonely.pauseMilliseconds)
    lone.push((await send(ours, 1)).first)
  }
  yield figure('fanout-burst-first', readers, 'ms', firsts, lone)
}

/** Measures the delivery of one event to the others, with and without a reader that stops while catching up. */
async function* frozenReader(ours: Side, readers: number): AsyncGenerator<Figure> {
  const { server, load } = ours
  const without: number[] = []
  const beside: number[] = []
  for (let round = 0; round < frost.rounds; round++) {
    await eventsInto(ours, without)
    await load.ask('freeze', (await server.ask('head')) - frost.behind)
    await delay(500)
    await eventsInto(ours, beside)
    await load.ask('thaw')
  }
  const { megabytes } = await server.ask('load')
  say(`ours: ${Math.round(megabytes)} MB after ${frost.rounds} frozen readers`)
  yield figure('fanout-frozen-reader', readers, 'ms', beside, without)
}

/** All readers are disconnected and reconnect at once, while the session goes on. */
async function* storms(sides: readonly Side[], readers: number): AsyncGenerator<Figure> {
  const times = noTimes()
  for (let round = 0; round < storm.rounds; round++) {
    for (const { kind, server, load } of sides) {
      await delay(500)
      // The others have no log to catch up with; there only the reconnection is measured.
      const place = (await server.ask('head')) + (kind === 'ours' ? storm.missed : 0)
      const back = load.ask('storm', place)
      if (kind === 'ours') await server.ask('send', storm.missed)
      const { at, done } = await back
      times[kind].push(done - at)
    }
  }
  const [ours] = sides
  if (!ours) return
  const { megabytes, peakMegabytes, cpuSeconds } = await ours.server.ask('load')
  say(
    `ours: ${Math.round(megabytes)} MB after ${storm.rounds} storms, ${Math.round(peakMegabytes)} MB at most, ` +
      `${cpuSeconds.toFixed(1)} s of processor time in all`,
  )
  yield figure('fanout-storm', readers, 'ms', times.ours, times.bare)
  yield figure('fanout-storm-rooms', readers, 'ms', times.rooms, times.bare)
}

async function eventsInto(side: Side, times: number[]): Promise<void> {
  for (let i = 0; i < frost.eventsEach; i++) {
    await delay(lonely.pauseMilliseconds)
    times.push((await send(side, 1)).first)
  }
}

function say(text: string): void {
  console.error(text)
}
