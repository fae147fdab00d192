import { setTimeout as delay } from 'node:timers/promises'
import type { LoadWork } from './fanout-load.ts'
import type { ServerKind, ServerWork } from './fanout-server.ts'
import { type Figure, figure } from './figure.ts'
import { startBundledWorker, startWorker } from './process.ts'

/*
 * Deliveries a second of single events where the readers are in two hundred sections with fifteen each, each of which gets
 * one, beside as many readers of one section, which gets one. No event waits to be sent together with a later one.
 */

const readers = 3000
const rounds = 21
const warmUps = 5
const pauseMilliseconds = 200

export async function* bench(): AsyncGenerator<Figure> {
  const [many, one] = [await openSide('sections'), await openSide('ours')]
  const speeds: Record<'many' | 'one', number[]> = { many: [], one: [] }
  for (let round = 0; round < warmUps; round++) {
    await many.send()
    await one.send()
  }
  for (let round = 0; round < rounds; round++) {
    speeds.many.push(await many.send())
    speeds.one.push(await one.send())
  }
  yield figure('sections', readers, 'deliveries/s', speeds.many, speeds.one)
  many.stop()
  one.stop()
}

async function openSide(kind: ServerKind) {
  const server = await startBundledWorker<ServerWork>('fanout-server.ts', kind)
  const load = startWorker<LoadWork>('fanout-load.ts')
  const facts = await server.ask('start', readers)
  await load.ask('open', { kind, facts, readers })
  return {
    /** Deliveries a second when every reader gets one event. */
    async send(): Promise<number> {
      await delay(pauseMilliseconds)
      const head = await server.ask('head')
      const awaited = load.ask('await', [head + 1])
      const [at, [last = 0]] = await Promise.all([server.ask('send', 1), awaited])
      return readers / ((last - at) / 1000)
    },
    stop() {
      server.stop()
      load.stop()
    },
  }
}
