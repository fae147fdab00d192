import { setTimeout as sleep } from 'node:timers/promises'
import { createSemaphore } from '#lib/semaphore.ts'
import { epochOf } from '#lib/time.ts'
import { httpClient } from '../client/http-client.ts'
import type { Participant } from '../client/session-client.ts'
import { clockOffset } from '../fixtures/opening-time.ts'
import { type BidderPart, takePart } from '../participants/bidder.ts'
import { type Pause, pauses } from '../participants/pauses.ts'
import type { Pace, Route } from './client-group-calls.ts'
import { enterMeasured, type MeasuredClient } from './measured-client.ts'
import type { PreparedBidder } from './prepare-bidders.ts'
import type { Recorder } from './recorder.ts'
import { findDifference } from './verify-client.ts'

/** Time-out of any wait, in milliseconds; a bad network is slow. */
const timeoutMs = 120_000
/** A request without an answer for this long is tried again. */
const attemptMs = 10_000
/** This many clients of each process are compared with the whole log; the others with a snapshot. */
const wholeChecks = 25

interface Client {
  readonly prepared: PreparedBidder
  readonly participant: MeasuredClient
}

/** The clients of one process that run the product's streams, each with its own log and state. */
export function fullClients(recorder: Recorder) {
  const clients: Client[] = []
  let offset = 0

  async function enterOne(prepared: PreparedBidder, route: Route): Promise<void> {
    const account = prepared.account.through(httpClient({ url: route.url, timeoutMs, attemptMs }))
    const options = { timeoutMs, polls: route.polls }
    const participant = await enterMeasured(account, prepared.session, recorder, options)
    await participant.until((state) => state.tender !== null, 'the tender')
    clients.push({ prepared, participant })
  }

  async function playOne({ prepared, participant }: Client, index: number, pace: Pace): Promise<void> {
    const { bid } = prepared
    if (!bid) throw new Error(`${participant.unitCode} has no bid to open`)
    const part: BidderPart = {
      certificate: bid.certificate.helper,
      fileKeys: index % 2 === 0 ? null : bid.fileKeys,
      figures: bid.figures,
      pause: pauseOf(pace, participant, () => Date.now() + offset),
      road: 'socket',
      mayBeLate: true,
    }
    await takePart(participant, part)
  }

  return {
    size: () => clients.length,
    async enter(prepared: readonly PreparedBidder[], routes: readonly Route[]): Promise<void> {
      const semaphore = createSemaphore(16)
      const [first] = prepared
      offset = first ? await clockOffset(first.account.http) : 0
      await Promise.all(
        prepared.map((one, index) => semaphore(() => enterOne(one, routes[index % routes.length] as Route))),
      )
    },
    async play(pace: Pace): Promise<string[]> {
      const played = await Promise.allSettled(clients.map((client, index) => playOne(client, index, pace)))
      return played.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
    },
    /** Waits until all hold entry `head`; answers with a line for each that does not. */
    async arrive(head: number): Promise<string[]> {
      const waits = clients.map(({ participant }) =>
        participant
          .until((state) => state.seq >= head, `entry ${head}`)
          .then(
            () => [],
            (error: unknown) => [`${participant.unitCode}: ${String(error)}`],
          ),
      )
      return (await Promise.all(waits)).flat()
    },
    close(): void {
      for (const { participant } of clients) participant.close()
    },
    /** A line for each client whose state differs from the log's. */
    async differences(): Promise<string[]> {
      const semaphore = createSemaphore(4)
      const looks = clients.map(({ participant }, index) =>
        semaphore(() => findDifference(participant, index < wholeChecks)),
      )
      return (await Promise.all(looks)).flatMap((difference) => difference ?? [])
    },
  }
}

function pauseOf(pace: Pace, participant: Participant, serverNow: () => number): Pause {
  if (pace.kind === 'at-once') return pauses(null)
  if (pace.kind === 'people') return pauses(pace.speed)
  const { lastSeconds } = pace
  return async () => {
    const { decryption, confirmation } = participant.state()
    if (!decryption?.deadline || decryption.closed || confirmation) return
    // Spread over the last seconds, except the last 200 ms, which the request needs to reach the server.
    const early = (0.2 + (lastSeconds - 0.2) * Math.random()) * 1000
    await sleep(Math.max(0, epochOf(decryption.deadline) - early - serverNow()))
  }
}
