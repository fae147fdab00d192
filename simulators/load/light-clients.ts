import { setTimeout as sleep } from 'node:timers/promises'
import { createSemaphore } from '#lib/semaphore.ts'
import type { Road } from './client-group-calls.ts'
import { type LightClient, openLight } from './light-client.ts'
import type { Prepared } from './prepare-bidders.ts'
import { exactNow, type Recorder } from './recorder.ts'

const catchUpMs = 120_000
const pollMs = 20

/** The clients of one process that keep only their place in the log. */
export function lightCrew(recorder: Recorder) {
  const clients: LightClient[] = []
  /** When each client first came to hold the entry waited for. */
  let wanted = Number.POSITIVE_INFINITY
  let reachedAt = new Map<LightClient, number>()

  function onEntry(client: LightClient): void {
    if (client.place.seq >= wanted && !reachedAt.has(client)) reachedAt.set(client, exactNow())
  }

  async function attachOne({ account, session }: Prepared, { url }: Road): Promise<void> {
    const body = { bidProjGuid: session, dbGuid: session }
    const renew = async () => (await account.call('getProjectAuthorization', { body })).oauth2
    const client = openLight({ url, session, token: await renew(), renew, recorder, onEntry })
    clients.push(client)
    const givenUp = performance.now() + catchUpMs
    while (!client.isLive()) {
      if (performance.now() > givenUp) throw new Error(`${account.unitCode} does not catch up`)
      await sleep(pollMs)
    }
  }

  return {
    size: () => clients.length,
    async attach(prepared: readonly Prepared[], roads: readonly Road[]): Promise<void> {
      const semaphore = createSemaphore(16)
      await Promise.all(
        prepared.map((one, index) => semaphore(() => attachOne(one, roads[index % roads.length] as Road))),
      )
    },
    freeze(count: number): void {
      clients.forEach((client, index) => {
        if (index < count) client.freeze()
        else client.thaw()
      })
    },
    /** See `Orders`. */
    async current({ seq, patienceMs }: { seq: number; patienceMs: number }): Promise<number[]> {
      wanted = seq
      reachedAt = new Map()
      clients.forEach(onEntry)
      const givenUp = performance.now() + patienceMs
      while (reachedAt.size < clients.length && performance.now() < givenUp) await sleep(pollMs)
      wanted = Number.POSITIVE_INFINITY
      return [...reachedAt.values()]
    },
    /** Waits until all hold entry `head`; a line for each that does not, or holds another one. */
    async arrive(head: number, hash: string): Promise<string[]> {
      const givenUp = performance.now() + catchUpMs
      while (clients.some(({ place }) => place.seq < head) && performance.now() < givenUp) await sleep(pollMs)
      return clients.flatMap(({ place }) =>
        place.seq === head && place.hash === hash
          ? []
          : [`a light client is at entry ${place.seq} of ${head}`],
      )
    },
  }
}
