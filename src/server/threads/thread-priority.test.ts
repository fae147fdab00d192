import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const thread = `
  const { parentPort, workerData } = require('node:worker_threads')
  import('tsx/esm/api')
    .then(({ register }) => (register(), import(workerData)))
    .then(({ lowerThreadPriority }) => {
      lowerThreadPriority()
      parentPort.postMessage(require('node:os').getPriority())
    })
`

test.skipIf(process.platform !== 'linux')('lowers the priority of the calling thread alone', async () => {
  const before = getPriority()
  const workerData = new URL('./thread-priority.ts', import.meta.url).href
  const worker = new Worker(thread, { eval: true, execArgv: [], workerData })
  const priority = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject)
  })
  await worker.terminate()
  // The test may run at a low priority itself.
  expect(priority).toBe(Math.max(before, 5))
  expect(getPriority()).toBe(before)
})
