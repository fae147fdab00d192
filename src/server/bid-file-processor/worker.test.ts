import { randomBytes } from 'node:crypto'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { testSession } from '#seal/test-helpers.ts'
import { bidderCode, figuresOf } from '#test/domain/sample-actors.ts'
import { allSettled, bidFileFixture, forgeBid, processorOn } from '#test/support/bid-file-fixture.ts'
import { createWorkerPool } from './worker-pool.ts'

test('[BID-7] figures lose the characters that are not seen and halves of characters before they enter the log', async () => {
  const fixture = await bidFileFixture([
    {
      forge({ sessionId, bidderCode, fileRecipient }) {
        const seen = Object.entries(figuresOf(1))
        const figures = Object.fromEntries(
          seen.map(([name, figure]) => [name, `\u202E${figure}\u200B\uD800\uFFFF`]),
        )
        const content = JSON.stringify({ format: 'kaibiao-bid/1', sessionId, bidderCode, figures })
        const archive = zipSync({ 'bid.json': [Buffer.from(content), { level: 0 }] })
        const plaintext = Buffer.concat([randomBytes(32), archive])
        return forgeBid(plaintext, [fileRecipient], [testSession.recipient])
      },
    },
  ])
  const processor = await processorOn(fixture, { pool: createWorkerPool() })
  try {
    await fixture.handOver(1)
    await allSettled(fixture)
    const { bidders } = await fixture.state()
    expect(bidders[bidderCode(1)]?.files.technical?.opened).toEqual(figuresOf(1))
  } finally {
    await processor.stop()
    await fixture.close()
  }
})
