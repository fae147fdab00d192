import { setTimeout as sleep } from 'node:timers/promises'
import type { Participant } from '../client/session-client.ts'
import type { Venue } from '../load/target-server.ts'
import { badWeather, type Weather } from '../network/network-conditions.ts'
import { startProxy } from '../network/proxy.ts'
import { seeded } from '../network/seeded-random.ts'
import { pauses } from '../participants/opener.ts'
import { type Network, playOpening } from './play-opening.ts'
import type { Scenario } from './scenario.ts'

/** Between two crashes so many entries are appended at least: there is always something under way. */
const entriesBetween = 4
const downMs = 300

/**
 * An opening at two nodes on one database behind the faulty network: first one node is killed, then the database, then
 * the other node, each in the middle of things.
 */
export const chaos: Scenario = (options) => {
  let crashes = 0
  let recovery: Promise<void> = Promise.resolve()
  const pause = pauses(4)
  return playOpening(options, {
    scenario: 'chaos',
    pace: { kind: 'people', speed: 4 },
    // The opener's next step waits until what died is back: the opening must not be over before everything has died.
    async openerPause(seconds) {
      await pause(seconds)
      await recovery
    },
    nodes: 2,
    network: ({ venue }) =>
      crashingNetwork(venue, options.seed, (crash) => {
        crashes += 1
        recovery = crash
      }),
    figures: () => ({ crashes }),
    notes: [
      'Two nodes on one PostgreSQL; each node is killed (kill -9) and the database ended without warning, once.',
      'Clients reach any node through a network with delays and cuts; one bidder in four gets no WebSocket through.',
    ],
  })
}

async function crashingNetwork(
  venue: Venue,
  seed: number,
  onCrash: (crash: Promise<void>) => void,
): Promise<Network> {
  const sockets = await startProxy({ targets: venue.ports, seed })
  const pollsOnly = await startProxy({
    targets: venue.ports,
    seed: seed + 1,
    weather: { noWebSockets: true },
  })
  const set = (weather: Partial<Weather>) => {
    for (const proxy of [sockets, pollsOnly]) proxy.set({ ...weather, noWebSockets: proxy === pollsOnly })
  }
  const good = { url: sockets.url, polls: false }
  let crashing: Promise<void> = Promise.resolve()
  return {
    roads: [good, good, good, { url: pollsOnly.url, polls: true }],
    begin(mark, leader) {
      const faults = [{ kind: 'cut' }, { kind: 'stall', forMs: 1000 }] as const
      set({ ...badWeather, goodForMs: [3000, 12_000], faults })
      crashing = crashInTurn(venue, seeded(seed), leader, (label, crash) => {
        mark(label)
        onCrash(crash)
      })
      // `calm` tells of a failure; until then it is nobody's.
      crashing.catch(() => {})
    },
    async calm() {
      await crashing
      set({ delayMs: 0, jitterMs: 0, goodForMs: null })
    },
    async close() {
      await Promise.all([sockets.close(), pollsOnly.close()])
    },
  }
}

async function crashInTurn(
  venue: Venue,
  random: () => number,
  leader: Participant,
  onCrash: (label: string, crash: Promise<void>) => void,
): Promise<void> {
  const crashes: readonly (readonly [label: string, crash: () => Promise<void>])[] = [
    ['first node killed', () => venue.crash(0, downMs * random())],
    ['database ended', async () => venue.crashDatabase()],
    ['second node killed', () => venue.crash(1, downMs * random())],
  ]
  for (const [label, act] of crashes) {
    const next = leader.state().seq + entriesBetween
    await leader.until((state) => state.seq >= next || state.endedAt !== null, 'something to interrupt')
    await sleep(500 * random())
    if (leader.state().endedAt !== null) return
    const crash = act()
    onCrash(label, crash)
    await crash
  }
}
