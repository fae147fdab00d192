import { createReadStream } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { OpeningOutcome } from '#domain/decryption/outcome.ts'
import { cleanTexts } from '#lib/text.ts'
import { openBid } from '#seal/open-bid.ts'
import { withoutContent } from '../describe-error.ts'
import { lowerThreadPriority } from '../threads/thread-priority.ts'
import { nodePrimitives } from './node-primitives.ts'
import type { BidFileTask, WorkerMessage } from './task.ts'

/** Opens one file after another off the server's thread; a file of any size takes a few megabytes of memory. */

const pieceLength = 1024 * 1024
const progressMilliseconds = 200

lowerThreadPriority()
parentPort?.on('message', (task: BidFileTask) => {
  void open(task).then(
    (outcome) => say({ type: 'opened', outcome }),
    (error: unknown) => say({ type: 'unreadable', reason: withoutContent(error).message }),
  )
})

async function open(task: BidFileTask): Promise<OpeningOutcome> {
  const opened = await openBid({ ...task, source: piecesOf(task.path), primitives: nodePrimitives })
  if (!opened.ok) return { ok: false, cause: opened.error }
  const { figures, documents } = opened.value
  // Everybody reads them: a text column must be what it looks like.
  return { ok: true, figures: cleanTexts(figures), documents }
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
    // The file was removed after the task was given: the empty content will not match the committed hash.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

function say(message: WorkerMessage): void {
  parentPort?.postMessage(message)
}
