import { startWorker } from '#test/bench/process.ts'
import type { HonestWork } from './honest-process.ts'
import type { HonestStage, HonestUsers } from './honest-users.ts'

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
