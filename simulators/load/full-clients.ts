import { setTimeout as sleep } from 'node:timers/promises'
import { createSemaphore } from '#lib/semaphore.ts'
import { epochOf } from '#lib/time.ts'
import { httpClient } from '../client/http-client.ts'
import type { Participant } from '../client/session-client.ts'
import { clockOffset } from '../fixtures/bids.ts'
import { type BidderPart, type Pause, pauses, takePart } from '../participants/opener.ts'
import type { Pace, Road } from './client-group-calls.ts'
import { enterWatched, type Watched } from './measured-client.ts'
import type { Prepared } from './prepare-bidders.ts'
import type { Recorder } from './recorder.ts'
import { findDifference } from './verify-client.ts'

/** How long a client waits for anything; a bad network takes its time. */
const patience = 120_000
/** A connection that says nothing for so long is given up. */
const attemptMs = 10_000
/** In each process the whole log is read again for this many clients; the others are held against a snapshot. */
const wholeChecks = 25

interface Client {
  readonly prepared: Prepared
  readonly participant: Watched
}

/** The clients of one process that run the product's own streams, each with a log and a state of its own. */
export function fullCrew(recorder: Recorder) {
  const clients: Client[] = []
  let offset = 0

  async function enterOne(prepared: Prepared, road: Road): Promise<void> {
    const account = prepared.account.through(httpClient({ url: road.url, patience, attemptMs }))
    const options = { patience, polls: road.polls }
    const participant = await enterWatched(account, prepared.session, recorder, options)
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
    async enter(prepared: readonly Prepared[], roads: readonly Road[]): Promise<void> {
      const semaphore = createSemaphore(16)
      const [first] = prepared
      offset = first ? await clockOffset(first.account.http) : 0
      await Promise.all(
        prepared.map((one, index) => semaphore(() => enterOne(one, roads[index % roads.length] as Road))),
      )
    },
    async play(pace: Pace): Promise<string[]> {
      const played = await Promise.allSettled(clients.map((client, index) => playOne(client, index, pace)))
      return played.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
    },
    /** Waits until all hold entry `head`; a line for each that never does. */
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
    /** A line for each whose state is not that of the log. */
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
    // Spread over the last seconds; the very last moment is left for the way to the server.
    const early = (0.2 + (lastSeconds - 0.2) * Math.random()) * 1000
    await sleep(Math.max(0, epochOf(decryption.deadline) - early - serverNow()))
  }
}
