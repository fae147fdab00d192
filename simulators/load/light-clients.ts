import { setTimeout as sleep } from 'node:timers/promises'
import { createSemaphore } from '#lib/semaphore.ts'
import type { Route } from './client-group-calls.ts'
import { type LightClient, openLightClient } from './light-client.ts'
import type { PreparedBidder } from './prepare-bidders.ts'
import { exactNow, type Recorder } from './recorder.ts'

const catchUpMs = 120_000
const pollMs = 20

/** The light clients of one process. */
export function lightClients(recorder: Recorder) {
  const clients: LightClient[] = []
  /** The entry waited for, and when each client first held it. */
  let wanted = Number.POSITIVE_INFINITY
  let reachedAt = new Map<LightClient, number>()

  function onEntry(client: LightClient): void {
    if (client.position.seq >= wanted && !reachedAt.has(client)) reachedAt.set(client, exactNow())
  }

  async function connectOne({ account, session }: PreparedBidder, { url }: Route): Promise<void> {
    const body = { bidProjGuid: session, dbGuid: session }
    const renew = async () => (await account.call('getProjectAuthorization', { body })).oauth2
    const client = openLightClient({ url, session, token: await renew(), renew, recorder, onEntry })
    clients.push(client)
    const givenUp = performance.now() + catchUpMs
    while (!client.isLive()) {
      if (performance.now() > givenUp) throw new Error(`${account.unitCode} does not catch up`)
      await sleep(pollMs)
    }
  }

  return {
    size: () => clients.length,
    async connect(prepared: readonly PreparedBidder[], routes: readonly Route[]): Promise<void> {
      const semaphore = createSemaphore(16)
      await Promise.all(
        prepared.map((one, index) =>
          semaphore(() => connectOne(one, routes[index % routes.length] as Route)),
        ),
      )
    },
    freeze(count: number): void {
      clients.forEach((client, index) => {
        if (index < count) client.freeze()
        else client.thaw()
      })
    },
    /** See `GroupCalls`. */
    async awaitEntry({ seq, timeoutMs }: { seq: number; timeoutMs: number }): Promise<number[]> {
      wanted = seq
      reachedAt = new Map()
      clients.forEach(onEntry)
      const givenUp = performance.now() + timeoutMs
      while (reachedAt.size < clients.length && performance.now() < givenUp) await sleep(pollMs)
      wanted = Number.POSITIVE_INFINITY
      return [...reachedAt.values()]
    },
    /** Waits until all hold entry `head`; answers with a line for each that does not, or has another hash. */
    async arrive(head: number, hash: string): Promise<string[]> {
      const givenUp = performance.now() + catchUpMs
      while (clients.some(({ position }) => position.seq < head) && performance.now() < givenUp)
        await sleep(pollMs)
      return clients.flatMap(({ position }) =>
        position.seq === head && position.hash === hash
          ? []
          : [`a light client is at entry ${position.seq} of ${head}`],
      )
    },
  }
}
