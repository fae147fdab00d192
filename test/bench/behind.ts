import { setTimeout as delay } from 'node:timers/promises'
import type { LoadWork } from './fanout-load.ts'
import type { ServerWork } from './fanout-server.ts'
import type { Figure } from './figure.ts'
import { startBundledWorker, startWorker } from './process.ts'

/*
 * A thousand clients read nothing for a minute, while the section goes on by more entries than a catch-up has, and all
 * come back at once: the server's memory at most, beside what it takes when all read.
 */

const readers = 1000
const seconds = 60
const entriesEachSecond = 50
const sampleMilliseconds = 100

export async function* bench(): AsyncGenerator<Figure> {
  const server = await startBundledWorker<ServerWork>('fanout-server.ts', 'opened')
  const load = startWorker<LoadWork>('fanout-load.ts')
  const facts = await server.ask('start', readers)
  await load.ask('open', { kind: 'ours', facts, readers })
  // What was needed to start is not calm.
  const memory = async () => (await server.ask('load')).megabytes
  for (let i = 0; i < 20; i++) await send(1)
  await delay(5000)
  const calm = await memory()
  let most = calm
  const sampling = setInterval(async () => {
    most = Math.max(most, await memory())
  }, sampleMilliseconds)

  async function send(count: number): Promise<void> {
    const head = await server.ask('head')
    const awaited = load.ask('await', [head + count])
    await server.ask('send', count)
    await awaited
  }

  await load.ask('stop')
  for (let i = 0; i < seconds; i++) {
    await Promise.all([delay(1000), server.ask('send', entriesEachSecond)])
  }
  const asleep = most
  const began = performance.now()
  const { returned } = await load.ask('goOn', await server.ask('head'))
  const took = performance.now() - began
  await delay(1000)
  clearInterval(sampling)
  const { cpuSeconds } = await server.ask('load')
  const above = (megabytes: number) => Math.round(megabytes - calm)
  console.error(
    `${returned} of ${readers} were disconnected; all were back after ${Math.round(took)} ms; ` +
      `${above(asleep)} MB above calm while they slept, ${above(most)} at most; ${cpuSeconds.toFixed(1)} s of processor time`,
  )
  yield {
    ...{ name: 'behind-memory', n: readers, value: Math.round(most), unit: 'MB', baseline: Math.round(calm) },
    ratio: Number((most / calm).toPrecision(4)),
  }
  server.stop()
  load.stop()
}
