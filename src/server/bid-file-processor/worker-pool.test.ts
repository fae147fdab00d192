import type { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { allSettled, bidFileFixture, processorOn } from '#test/support/bid-file-fixture.ts'
import { createWorkerPool, startBidFileWorker } from './worker-pool.ts'

type Fixture = Awaited<ReturnType<typeof bidFileFixture>>

const workers: Worker[] = []
const ended: Promise<unknown>[] = []
let close = async () => {}

afterEach(async () => {
  await close()
  workers.length = 0
  ended.length = 0
})

/** Two bids, and a pool that opens them. */
async function twoBids(bytes: number, longestIdle?: number): Promise<Fixture> {
  const fixture = await bidFileFixture([{ bytes }, { bytes }])
  const processor = await processorOn(fixture, { pool: createWorkerPool(start, longestIdle) })
  close = async () => {
    await processor.stop()
    await fixture.close()
  }
  return fixture
}

function start(): Worker {
  const worker = startBidFileWorker()
  workers.push(worker)
  ended.push(new Promise((end) => worker.once('exit', end)))
  return worker
}

test('a worker that dies is replaced, and its file is tried once more', async () => {
  const fixture = await twoBids(3_000_000)
  await fixture.handOver(1)
  await expect.poll(() => workers.length, { timeout: 10_000 }).toBe(1)
  await workers[0]?.terminate()
  await fixture.handOver(2)
  await allSettled(fixture)
  expect(workers.length).toBeGreaterThanOrEqual(2)
  expect((await fixture.fileOf(1)).status).toBe('imported')
  expect((await fixture.fileOf(2)).status).toBe('imported')
})

test('a worker without a task is ended after a while, and another one opens the next file', async () => {
  const fixture = await twoBids(1000, 20)
  await fixture.handOver(1)
  await allSettled(fixture)
  expect(workers).toHaveLength(1)
  await ended[0]
  await fixture.handOver(2)
  await allSettled(fixture)
  expect(workers).toHaveLength(2)
  expect((await fixture.fileOf(2)).status).toBe('imported')
})
