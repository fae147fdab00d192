import { hash as digest } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeTrail, recordTrailLine, type TrailEvent, type TrailLine } from '#domain/trail/trail-line.ts'
import type { Database, Transaction } from '../db/database.ts'
import { trail, trailLine } from '../db/schema.ts'

type Last = Pick<TrailLine, 'seq' | 'hash'>

/** Where an append whose outcome is not known would have ended, and how many lines it had. */
interface Attempt extends Last {
  readonly lines: number
}

/**
 * Appends to the trail's chain, one node after the other. What an append that failed has written after all, because only
 * its answer was lost, is not written again: the next one must begin with the same events. One append at a time.
 */
export function createLineAppender({ db }: Pick<Database, 'db'>) {
  let uncertain: Attempt | null = null
  /** How many of the events that are asked for again are known to be written. */
  let written = 0

  return async function append(events: readonly TrailEvent[]): Promise<void> {
    await db.transaction(async (tx) => {
      const [chain] = await tx.select({ id: trail.id }).from(trail).for('update')
      if (!chain) throw new Error('the trail has no identity')
      if (uncertain && (await isThere(tx, uncertain))) written = uncertain.lines
      uncertain = null
      const lines = chained(events.slice(written), (await lastLine(tx)) ?? beforeTrail(chain.id))
      const last = lines.at(-1)
      if (!last) return
      uncertain = { seq: last.seq, hash: last.hash, lines: events.length }
      await tx.insert(trailLine).values(lines)
    })
    uncertain = null
    written = 0
  }
}

async function lastLine(tx: Transaction): Promise<Last | null> {
  const head = { seq: trailLine.seq, hash: trailLine.hash }
  const [last] = await tx.select(head).from(trailLine).orderBy(desc(trailLine.seq)).limit(1)
  return last ?? null
}

async function isThere(tx: Transaction, { seq, hash }: Last): Promise<boolean> {
  const [found] = await tx.select({ hash: trailLine.hash }).from(trailLine).where(eq(trailLine.seq, seq))
  return found?.hash === hash
}

function chained(events: readonly TrailEvent[], before: Last): TrailLine[] {
  let last = before
  return events.map((event) => {
    const line = recordTrailLine(event, last, (text) => digest('sha256', text))
    last = line
    return line
  })
}
