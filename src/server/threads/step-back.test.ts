import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const thread = `
  const { parentPort, workerData } = require('node:worker_threads')
  import('tsx/esm/api')
    .then(({ register }) => (register(), import(workerData)))
    .then(({ stepBack }) => (stepBack(), parentPort.postMessage(require('node:os').getPriority())))
`

test.skipIf(process.platform !== 'linux')(
  'a thread steps back alone, the server stays as it is',
  async () => {
    const before = getPriority()
    const workerData = new URL('./step-back.ts', import.meta.url).href
    const worker = new Worker(thread, { eval: true, execArgv: [], workerData })
    const priority = await new Promise<number>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject)
    })
    await worker.terminate()
    expect(priority).toBeGreaterThan(before)
    expect(getPriority()).toBe(before)
  },
)
