import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { allSettled, bidFileFixture, processorOn } from '#test/support/bid-file-fixture.ts'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

test('every file is opened, also where more wait than are looked for after each entry', async () => {
  const bids = Array.from({ length: 60 }, () => ({}))
  const fixture = await bidFileFixture(bids)
  const pool = createWorkerPool()
  const slowly: WorkerPool['run'] = (...task) => sleep(5).then(() => pool.run(...task))
  const processor = await processorOn(fixture, { pool: { ...pool, run: slowly } })
  try {
    const answers = await Promise.all(bids.map((_, index) => fixture.handOver(index + 1)))
    expect(new Set(answers)).toEqual(new Set(['done']))
    await allSettled(fixture)
    for (const [index] of bids.entries()) {
      expect(await fixture.fileOf(index + 1)).toMatchObject({ status: 'imported' })
    }
  } finally {
    await processor.stop()
    await fixture.close()
  }
})
