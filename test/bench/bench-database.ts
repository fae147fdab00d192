import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded.ts'

const open = new Set<() => Promise<void>>()

/** A PostgreSQL in a temporary folder of its own. */
export async function openBenchDatabase() {
  const folder = join(tmpdir(), `kaibiao-bench-${randomUUID()}`)
  const embedded = await startEmbedded(folder, (line) => console.error(line))
  open.add(close)
  async function close(): Promise<void> {
    open.delete(close)
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { folder, url: embedded.url, close }
}

/** Closes all that are still open, for a benchmark that is interrupted. */
export async function closeBenchDatabases(): Promise<void> {
  await Promise.all([...open].map((close) => close()))
}
