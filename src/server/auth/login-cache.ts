import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#lib/ports.ts'

/** How long a node may trust what it last read of a login: a revocation takes effect within this time. */
const trustMilliseconds = 4000

/** Shortest time between two reads; logins asked for in between are read together. */
const batchMilliseconds = 20

/** A read that takes longer than this no longer delays the next one. */
const slowReadMilliseconds = 1000

const mostEntries = 50_000

/** What this node last read of each login. Logins of thousands of clients that reconnect at once take a few reads. */
export function createLoginCache<Login>(
  read: (loginIds: readonly string[]) => Promise<ReadonlyMap<string, Login>>,
  clock: Clock,
) {
  const entries = new Map<string, { at: number; login: Login | null }>()
  let batch: ReturnType<typeof nextBatch> | null = null
  let lastRead: Promise<unknown> = Promise.resolve()

  /** The login while it is active; null once it has expired or was ended on any node. */
  async function find(loginId: string): Promise<Login | null> {
    const known = entries.get(loginId)
    if (known && clock() - known.at < trustMilliseconds) return known.login
    return findNow(loginId)
  }

  /** The same by a read that begins now: for what may not be done with a login that was just ended. */
  async function findNow(loginId: string): Promise<Login | null> {
    batch ??= nextBatch()
    batch.ids.add(loginId)
    return (await batch.found).get(loginId) ?? null
  }

  /** Logins that are read as soon as the read before has come back. */
  function nextBatch() {
    const ids = new Set<string>()
    const found = lastRead.then(() => {
      batch = null
      const reading = readThrough(ids)
      const isOver = Promise.allSettled([reading, sleep(batchMilliseconds)])
      lastRead = Promise.race([isOver, sleep(slowReadMilliseconds, null, { ref: false })])
      return reading
    })
    return { ids, found }
  }

  async function readThrough(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, Login>> {
    const at = clock()
    const found = await read([...ids])
    if (entries.size > mostEntries) entries.clear()
    for (const id of ids) entries.set(id, { at, login: found.get(id) ?? null })
    return found
  }

  /** Renews cached logins by a query made at `at`, so that a client that reconnects need not be looked up again. */
  function renew(loginIds: readonly string[], active: ReadonlySet<string>, at: number): void {
    for (const id of loginIds) {
      const known = entries.get(id)
      if (known) entries.set(id, { at, login: active.has(id) ? known.login : null })
    }
  }

  function forget(loginIds: readonly string[]): void {
    for (const id of loginIds) entries.delete(id)
  }

  return { find, findNow, renew, forget }
}
