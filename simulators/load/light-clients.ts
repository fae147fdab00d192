import { setTimeout as sleep } from 'node:timers/promises'
import { createSemaphore } from '#lib/semaphore.ts'
import type { Head, Pace, Route } from './client-group-calls.ts'
import { type Failure, failuresOf } from './failures.ts'
import { enterLight, type LightBidder } from './light-bidder.ts'
import type { LightClient } from './light-client.ts'
import type { OwnActs } from './own-acts.ts'
import { type PreparedBidder, routeOf } from './prepare-bidders.ts'
import { exactNow, type Recorder } from './recorder.ts'

const catchUpMs = 120_000
/** A request without an answer for this long is tried again. */
const attemptMs = 10_000
const pollMs = 20

/** The light clients of one process. */
export function lightClients(recorder: Recorder) {
  const bidders: LightBidder[] = []
  /** The entry waited for, and when each client first held it. */
  let wanted = Number.POSITIVE_INFINITY
  let reachedAt = new Map<LightClient, number>()

  function onMoved(client: LightClient): void {
    if (client.position.seq >= wanted && !reachedAt.has(client)) reachedAt.set(client, exactNow())
  }

  async function connectOne(prepared: PreparedBidder, route: Route, hallNow: () => number): Promise<void> {
    const { timeoutMs } = prepared
    const bidder = await enterLight({
      ...{ prepared, route, recorder, onMoved, timeoutMs, attemptMs },
      hallNow,
    })
    bidders.push(bidder)
    const givenUp = performance.now() + catchUpMs
    while (!bidder.client.isLive()) {
      if (performance.now() > givenUp) throw new Error(`${bidder.unitCode} does not catch up`)
      await sleep(pollMs)
    }
  }

  return {
    size: () => bidders.length,
    async connect(
      prepared: readonly PreparedBidder[],
      routes: readonly Route[],
      hallNow: () => number,
    ): Promise<void> {
      const semaphore = createSemaphore(16)
      await Promise.all(
        prepared.map((one, index) => semaphore(() => connectOne(one, routeOf(routes, index), hallNow))),
      )
    },
    play: (pace: Pace): Promise<Failure[]> => failuresOf(bidders.map((bidder) => bidder.play(pace))),
    freeze(count: number): void {
      bidders.forEach(({ client }, index) => {
        if (index < count) client.freeze()
        else client.thaw()
      })
    },
    /** See `GroupCalls`. */
    async awaitEntry({ seq, timeoutMs }: { seq: number; timeoutMs: number }): Promise<number[]> {
      wanted = seq
      reachedAt = new Map()
      for (const { client } of bidders) onMoved(client)
      const givenUp = performance.now() + timeoutMs
      while (reachedAt.size < bidders.length && performance.now() < givenUp) await sleep(pollMs)
      wanted = Number.POSITIVE_INFINITY
      return [...reachedAt.values()]
    },
    /** Waits until all hold entry `seq`; answers with a line for each that does not, or holds another log. */
    async arrive(head: Head): Promise<string[]> {
      const givenUp = performance.now() + catchUpMs
      while (bidders.some(({ client }) => client.position.seq < head.seq) && performance.now() < givenUp)
        await sleep(pollMs)
      return bidders.flatMap((bidder) => differenceFrom(head, bidder) ?? [])
    },
    acts: (): OwnActs[] => bidders.map((bidder) => bidder.acts()),
    close(): void {
      for (const { client } of bidders) client.close()
    },
  }
}

/** In what a light client differs from the head of the log; null where it does not. */
export function differenceFrom(
  head: Head,
  {
    unitCode,
    client,
  }: Pick<LightBidder, 'unitCode'> & { client: Pick<LightClient, 'position' | 'brokenAt'> },
): string | null {
  const { epoch, seq, hash } = client.position
  const broken = client.brokenAt()
  if (broken !== null) return `${unitCode}: the chain breaks at entry ${broken}`
  if (seq !== head.seq) return `${unitCode} stays at entry ${seq} of ${head.seq}`
  if (hash !== head.hash) return `${unitCode} has another entry ${seq}`
  return epoch === head.epoch ? null : `${unitCode} has another epoch`
}
