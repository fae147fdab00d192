import { parentPort } from 'node:worker_threads'
import { withoutContent } from '../describe-error.ts'
import { lowerThreadPriority } from '../threads/thread-priority.ts'
import { withLogEnd } from './pdf-maker.ts'
import { type ReportAnswer, type ReportTask, reports } from './reports.ts'

/** Makes reports off the server's thread, because each takes tenths of a second. */

lowerThreadPriority()
parentPort?.on('message', (task: ReportTask) => {
  void make(task).then(
    (bytes) => parentPort?.postMessage({ bytes } satisfies ReportAnswer, [bytes.buffer]),
    (error: unknown) => parentPort?.postMessage({ problem: withoutContent(error) } satisfies ReportAnswer),
  )
})

async function make({ name, of, end }: ReportTask): Promise<Uint8Array<ArrayBuffer>> {
  const report = reports[name] as (...given: readonly unknown[]) => Promise<Uint8Array>
  // Copied into a buffer of its own, which can be transferred.
  return new Uint8Array(await withLogEnd(end, () => report(...of)))
}
