import { setTimeout as sleep } from 'node:timers/promises'
import { badConditions, goodConditions } from '../network/network-conditions.ts'
import { startProxyPair } from '../network/proxy-pair.ts'
import { pauses } from '../participants/pauses.ts'
import { playOpening, type SimulatedNetwork } from './play-opening.ts'
import type { Scenario } from './scenario.ts'

/** One bidder in so many gets no WebSocket. */
const pollersOneIn = 5

const { delayMs, jitterMs, goodForMs } = badConditions

/** A whole opening over bad lines: delays, jitter, cuts, stalls and connections that die silently. */
export const flaky: Scenario = (options) =>
  playOpening(options, {
    scenario: 'flaky',
    pace: { kind: 'people', speed: 3 },
    openerPause: pauses(3),
    network: ({ server }) => badNetwork(server.ports, options.seed),
    notes: [
      `All clients, the opener's too, have ${delayMs} to ${delayMs + jitterMs} ms of delay each way; their ` +
        `connections are cut, stall or die silently after ${goodForMs?.join(' to ')} ms.`,
      `One bidder in ${pollersOneIn} gets no WebSocket through and polls ("polling").`,
    ],
  })

async function badNetwork(ports: readonly number[], seed: number): Promise<SimulatedNetwork> {
  const proxies = await startProxyPair(ports, seed)
  const viaSocket = { url: proxies.socketUrl, polls: false }
  return {
    routes: [viaSocket, viaSocket, viaSocket, viaSocket, { url: proxies.pollUrl, polls: true }],
    begin(mark) {
      mark('bad conditions')
      proxies.set(badConditions)
    },
    async calm() {
      proxies.set(goodConditions)
      // Half-open connections stay dead; the clients have to notice.
      await sleep(100)
    },
    close: proxies.close,
  }
}
