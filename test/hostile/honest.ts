import { startWorker } from '#test/bench/process.ts'
import type { HonestWork } from './honest-process.ts'

/** People who use the hall as it is meant. */
export interface HonestUsers {
  /** Their requests' milliseconds since the last call of it. */
  latencies(): Promise<readonly number[]>
  /** Why one of them was refused; null where none was. */
  stop(): Promise<string | null>
}

/** The accounts of an opener and of others, and the section that they are in. */
export interface HonestStage {
  readonly url: string
  readonly session: string
  /** The opener's first. */
  readonly userCodes: readonly string[]
}

/**
 * Starts them in a process of their own: what the attackers' process takes of its own event loop would be added to their
 * times.
 */
export async function startHonest(stage: HonestStage): Promise<HonestUsers> {
  const worker = startWorker<HonestWork>('../hostile/honest-process.ts')
  await worker.ask('start', stage)
  return {
    latencies: () => worker.ask('latencies'),
    async stop() {
      const refused = await worker.ask('stop')
      worker.stop()
      return refused
    },
  }
}
