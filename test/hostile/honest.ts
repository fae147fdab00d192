import { setTimeout as sleep } from 'node:timers/promises'
import type { Participant } from '#simulators/client/session-client.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'

const everyMs = 100
/** One in so many requests is a command, which the log takes. */
const commandEvery = 10

/** People who use the hall as it is meant; `latencies` are their requests' milliseconds since the last call of it. */
export interface HonestUsers {
  latencies(): number[]
  stop(): Promise<void>
}

/** The opener and others of one section ask and command at a person's pace, until they are stopped. A refusal throws. */
export function beHonest(opener: Participant, others: readonly Participant[]): HonestUsers {
  let taken: number[] = []
  let going = true
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    taken.push(performance.now() - began)
  }

  async function use(person: Participant): Promise<void> {
    for (let turn = 0; going; turn += 1) {
      if (person === opener && turn % commandEvery === 0)
        await timed(() => person.send({ type: 'RecordPersonInfo', payload: persons() }))
      else await timed(() => person.call(turn % 2 === 0 ? 'getKBFlowStatus' : 'GetTouBiaoRenList'))
      await sleep(everyMs)
    }
  }

  const all = Promise.all([opener, ...others].map(use))
  return {
    latencies() {
      const latest = taken
      taken = []
      return latest
    },
    async stop() {
      going = false
      await all
    },
  }
}

/** The value that `share` of the numbers do not exceed. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
