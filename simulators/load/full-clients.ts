import { createSemaphore } from '#lib/semaphore.ts'
import { httpClient } from '../client/http-client.ts'
import { type BidderPart, takePart } from '../participants/bidder.ts'
import type { Pace, Route } from './client-group-calls.ts'
import { type Failure, failuresOf } from './failures.ts'
import { enterMeasured, type MeasuredClient } from './measured-client.ts'
import { paced } from './paced.ts'
import { type PreparedBidder, routeOf } from './prepare-bidders.ts'
import type { Recorder } from './recorder.ts'
import { findDifference } from './verify-client.ts'

/** A request without an answer for this long is tried again. */
const attemptMs = 10_000

interface Client {
  readonly prepared: PreparedBidder
  readonly participant: MeasuredClient
}

/** The clients of one process that run the product's streams, each with its own log and state. */
export function fullClients(recorder: Recorder) {
  const clients: Client[] = []
  let hallNow = Date.now

  async function enterOne(prepared: PreparedBidder, route: Route): Promise<void> {
    const { timeoutMs } = prepared
    const account = prepared.account.through(httpClient({ url: route.url, timeoutMs, attemptMs }))
    const options = { timeoutMs, polls: route.polls }
    const participant = await enterMeasured(account, prepared.session, recorder, options)
    await participant.until((state) => state.tender !== null, 'the tender')
    clients.push({ prepared, participant })
  }

  async function playOne({ prepared, participant }: Client, pace: Pace): Promise<void> {
    const { bid } = prepared
    if (!bid) throw new Error(`${participant.unitCode} has no bid to open`)
    const part: BidderPart = {
      certificate: bid.certificate.helper,
      fileKeys: bid.unwraps ? null : bid.fileKeys,
      figures: bid.figures,
      pause: paced(pace, rushedTo(participant), hallNow),
      road: 'socket',
      mayBeLate: true,
    }
    await takePart(participant, part)
  }

  return {
    size: () => clients.length,
    async enter(
      prepared: readonly PreparedBidder[],
      routes: readonly Route[],
      now: () => number,
    ): Promise<void> {
      hallNow = now
      const semaphore = createSemaphore(16)
      await Promise.all(prepared.map((one, index) => semaphore(() => enterOne(one, routeOf(routes, index)))))
    },
    play: (pace: Pace): Promise<Failure[]> => failuresOf(clients.map((client) => playOne(client, pace))),
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
      const looks = clients.map(({ participant }) => semaphore(() => findDifference(participant)))
      return (await Promise.all(looks)).flatMap((difference) => difference ?? [])
    },
  }
}

/** The deadline to which a bidder rushes; null before the command, and once the decryption is over. */
function rushedTo({ state }: MeasuredClient): () => string | null {
  return () => {
    const { decryption, confirmation } = state()
    return !decryption || decryption.closed || confirmation ? null : decryption.deadline
  }
}
