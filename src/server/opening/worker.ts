import { createReadStream } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { OpeningOutcome } from '#domain/decryption/outcome.ts'
import { openBid } from '#seal/open-bid.ts'
import { stepBack } from '../threads/step-back.ts'
import type { OpeningTask, WorkerMessage } from './job.ts'
import { nodePrimitives } from './node-primitives.ts'

/** Opens one file after another off the server's thread; a file of any size takes a few megabytes of memory. */

const pieceLength = 1024 * 1024
const progressMilliseconds = 200

stepBack()
parentPort?.on('message', (task: OpeningTask) => {
  void open(task).then(
    (outcome) => say({ type: 'opened', outcome }),
    (error: unknown) => say({ type: 'unreadable', reason: String(error) }),
  )
})

async function open(task: OpeningTask): Promise<OpeningOutcome> {
  const opened = await openBid({ ...task, source: piecesOf(task.path), primitives: nodePrimitives })
  return opened.ok ? { ok: true, ...opened.value } : { ok: false, cause: opened.error }
}

async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  let bytes = 0
  let said = performance.now()
  try {
    for await (const piece of createReadStream(path, { highWaterMark: pieceLength })) {
      bytes += piece.length
      if (performance.now() - said > progressMilliseconds) {
        say({ type: 'read', bytes })
        said = performance.now()
      }
      yield piece
    }
  } catch (error) {
    // Gone since the task was given: no bytes are not the bytes committed to.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

function say(message: WorkerMessage): void {
  parentPort?.postMessage(message)
}
