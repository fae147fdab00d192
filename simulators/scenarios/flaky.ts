import { setTimeout as sleep } from 'node:timers/promises'
import { badWeather, fairWeather } from '../network/network-conditions.ts'
import { startProxy } from '../network/proxy.ts'
import { pauses } from '../participants/opener.ts'
import { type Network, playOpening } from './play-opening.ts'
import type { Scenario } from './scenario.ts'

/** One bidder in so many has no WebSocket at all. */
const pollersOneIn = 5

/** A whole opening on bad lines: delays, jitter, cuts, stalls, lines that are dead and do not say so. */
export const flaky: Scenario = (options) =>
  playOpening(options, {
    scenario: 'flaky',
    pace: { kind: 'people', speed: 3 },
    openerPause: pauses(3),
    network: ({ venue }) => badNetwork(venue.ports, options.seed),
    notes: [
      `Everybody, the opener too, is behind a network with ${badWeather.delayMs} to ${badWeather.delayMs + badWeather.jitterMs} ms each way, where a connection is cut, stalls or dies silently after ${badWeather.goodForMs?.join(' to ')} ms.`,
      `One bidder in ${pollersOneIn} gets no WebSocket through and lives by polls alone ("polling").`,
    ],
  })

/** The proxies of the flaky network in front of the nodes at `ports`. */
async function badNetwork(ports: readonly number[], seed: number): Promise<Network> {
  const sockets = await startProxy({ targets: ports, seed })
  const pollsOnly = await startProxy({ targets: ports, seed: seed + 1, weather: { noWebSockets: true } })
  const proxies = [sockets, pollsOnly]
  const good = { url: sockets.url, polls: false }
  return {
    roads: [good, good, good, good, { url: pollsOnly.url, polls: true }],
    begin(mark) {
      mark('bad weather')
      for (const proxy of proxies) proxy.set({ ...badWeather, noWebSockets: proxy === pollsOnly })
    },
    async calm() {
      for (const proxy of proxies) proxy.set({ ...fairWeather, noWebSockets: proxy === pollsOnly })
      // Lines that died silently stay dead: they have to be noticed.
      await sleep(100)
    },
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()))
    },
  }
}
