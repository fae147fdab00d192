import { setTimeout as delay } from 'node:timers/promises'
import type { LoadWork } from './fanout-load.ts'
import type { ServerKind, ServerWork } from './fanout-server.ts'
import { type Figure, figure } from './figure.ts'
import { startWorker } from './process.ts'

/*
 * Deliveries a second where the readers are in two hundred sections with fifteen each, each of which gets events, beside
 * as many readers of one section.
 */

const readers = 3000
const events = 40
const rounds = 5

export async function* bench(): AsyncGenerator<Figure> {
  const [many, one] = [await openSide('sections'), await openSide('ours')]
  const speeds: Record<'many' | 'one', number[]> = { many: [], one: [] }
  await many.send()
  await one.send()
  for (let round = 0; round < rounds; round++) {
    speeds.many.push(await many.send())
    speeds.one.push(await one.send())
  }
  yield figure('sections', readers, 'deliveries/s', speeds.many, speeds.one)
  many.stop()
  one.stop()
}

async function openSide(kind: ServerKind) {
  const server = startWorker<ServerWork>('fanout-server.ts', kind)
  const load = startWorker<LoadWork>('fanout-load.ts')
  const facts = await server.ask('start', readers)
  await load.ask('open', { kind, facts, readers })
  return {
    /** Deliveries a second of a burst to all readers. */
    async send(): Promise<number> {
      await delay(500)
      const head = await server.ask('head')
      const awaited = load.ask('await', [head + events])
      const [at, [last = 0]] = await Promise.all([server.ask('send', events), awaited])
      return (events * readers) / ((last - at) / 1000)
    },
    stop() {
      server.stop()
      load.stop()
    },
  }
}
