import type { Pool } from 'pg'
import type { Clock } from '#lib/ports.ts'
import type { WriteCallback } from './session-queues.ts'
import type { SessionWrite } from './session-write.ts'
import { takeTogether } from './take-together.ts'
import { type RowTypes, timesOf, writePlans } from './write-plans.ts'

interface Waiting {
  readonly write: SessionWrite
  readonly done: WriteCallback
}

/** While some statements wait for the database and the disk, the next is prepared. */
const statementsAtOnce = 4

/**
 * Gathers the writes of all sessions of this node into few statements: under load many sessions share a commit; a
 * single write is sent at once. `done` gets whether the plans were written.
 */
export function createWriter(
  pool: Pool,
  types: RowTypes,
  now: Clock,
): (write: SessionWrite, done: WriteCallback) => void {
  const queue: Waiting[] = []
  let busy = 0
  let gathering = false

  function sendNext(): void {
    gathering = false
    while (busy < statementsAtOnce && queue.length > 0) {
      busy += 1
      void writeTogether(takeTogether(queue, commandsOf)).finally(() => {
        busy -= 1
        sendNext()
      })
    }
  }

  /** Calls every `done`, which does not throw. */
  async function writeTogether(batch: readonly Waiting[]): Promise<void> {
    let left: ReadonlySet<string>
    try {
      const writes = batch.map((waiting) => waiting.write)
      left = await writePlans(pool, types, writes, timesOf(writes, now()))
    } catch (error) {
      // One session's failure must not fail the others: each is written again by itself.
      if (batch.length > 1) await Promise.all(batch.map((waiting) => writeTogether([waiting])))
      // unique_violation: the command was appended before.
      else if ((error as { code?: string }).code === '23505') batch[0]?.done(null, false)
      else batch[0]?.done(error, false)
      return
    }
    for (const { write, done } of batch) done(null, !left.has(write.session.id))
  }

  return (write, done) => {
    queue.push({ write, done })
    if (gathering || busy === statementsAtOnce) return
    gathering = true
    // Writes of the same tick belong to the first statement.
    queueMicrotask(sendNext)
  }
}

function commandsOf({ write: { plans } }: Waiting): number {
  let commands = 0
  for (const plan of plans) commands += plan.commands.length
  return commands
}
