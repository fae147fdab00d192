import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEvaluationSystem, type EvaluationSystem } from '#simulators/platform/evaluations.ts'
import type { SectionFixture } from './section-fixture.ts'

/** The platform's evaluation system, which a hall asks about its bidders. */
export interface EvaluationServer {
  /** For the hall's settings. */
  readonly url: string
  /** From now on it answers this hall. */
  serves(hall: Pick<SectionFixture, 'url' | 'clock'>): void
  /** The bidder about whom the hall asked last has evaluated the tenderer. */
  isEvaluated(): void
  close(): void
}

export async function startEvaluationServer(): Promise<EvaluationServer> {
  let system: EvaluationSystem | null = null
  let last = new URLSearchParams()
  const server = createServer(async (request, response) => {
    const answer = await system?.answer(request, 'https://evaluation.example.org/')
    if (answer?.url) last = new URL(answer.url).searchParams
    response.writeHead(answer ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    serves({ url, clock }) {
      system = createEvaluationSystem(url, { clock: clock.now })
    },
    isEvaluated: () => system?.take(last),
    close: () => server.close(),
  }
}
