import { expect, onTestFinished, test } from 'vitest'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { allSettled, bidFileFixture, processorOn } from '#test/support/bid-file-fixture.ts'
import { TaskLost, type WorkerPool } from './worker-pool.ts'

test('[DEC-19] a file that fills the memory of every worker is bad-content, one that does so once is not', async () => {
  const fixture = await bidFileFixture([{}, {}])
  onTestFinished(fixture.close)
  const tried: string[] = []
  const pool: WorkerPool = {
    async run({ expected }) {
      tried.push(expected.bidderCode)
      const isSecond = tried.filter((code) => code === expected.bidderCode).length === 2
      throw new TaskLost('the heap is full', expected.bidderCode === bidderCode(1) || !isSecond)
    },
    stop: async () => {},
  }
  const processor = await processorOn(fixture, { pool, retryMilliseconds: 1 })
  onTestFinished(processor.stop)
  await Promise.all([fixture.handOver(1), fixture.handOver(2)])
  await allSettled(fixture)
  expect(tried.toSorted()).toEqual([1, 1, 2, 2].map(bidderCode))
  expect(await fixture.fileOf(1)).toMatchObject({ status: 'refused', cause: 'bad-content' })
  expect(await fixture.fileOf(2)).toMatchObject({ status: 'refused', cause: 'server-failure' })
})
