import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '#lib/seeded-random.ts'
import type { Participant } from '../client/session-client.ts'
import type { TargetServer } from '../load/target-server.ts'
import { badConditions } from '../network/network-conditions.ts'
import { startProxyPair } from '../network/proxy-pair.ts'
import { pauses } from '../participants/pauses.ts'
import { playOpening, type SimulatedNetwork } from './play-opening.ts'
import type { Scenario } from './scenario.ts'

/** At least this many entries are appended between two crashes, so that each interrupts something. */
const entriesBetween = 4
const downMs = 300

/**
 * An opening at two nodes on one database, behind a faulty network: one node is killed, then the database, then the
 * other node, each while commands are under way.
 */
export const chaos: Scenario = (options) => {
  let crashes = 0
  let recovery: Promise<void> = Promise.resolve()
  const pause = pauses(4)
  return playOpening(options, {
    scenario: 'chaos',
    pace: { kind: 'people', speed: 4 },
    // The opener waits for each recovery, so that all three crashes happen before the opening ends.
    async openerPause(seconds) {
      await pause(seconds)
      await recovery
    },
    nodes: 2,
    network: ({ server }) =>
      crashingNetwork(server, options.seed, (crash) => {
        crashes += 1
        recovery = crash
      }),
    figures: () => ({ crashes }),
    notes: [
      'Two nodes on one PostgreSQL; each node is killed (kill -9) once, and the database is stopped immediately once.',
      'Clients reach any node through a network with delays and cuts; one bidder in four gets no WebSocket through.',
    ],
  })
}

async function crashingNetwork(
  server: TargetServer,
  seed: number,
  onCrash: (crash: Promise<void>) => void,
): Promise<SimulatedNetwork> {
  const proxies = await startProxyPair(server.ports, seed)
  const viaSocket = { url: proxies.socketUrl, polls: false }
  let crashing: Promise<void> = Promise.resolve()
  return {
    routes: [viaSocket, viaSocket, viaSocket, { url: proxies.pollUrl, polls: true }],
    begin(mark, leader) {
      const faults = [{ kind: 'cut' }, { kind: 'stall', forMs: 1000 }] as const
      proxies.set({ ...badConditions, goodForMs: [3000, 12_000], faults })
      crashing = crashInTurn(server, seeded(seed), leader, (label, crash) => {
        mark(label)
        onCrash(crash)
      })
      // `calm` awaits it and reports a failure.
      crashing.catch(() => {})
    },
    async calm() {
      await crashing
      proxies.set({ delayMs: 0, jitterMs: 0, goodForMs: null })
    },
    close: proxies.close,
  }
}

async function crashInTurn(
  server: TargetServer,
  random: () => number,
  leader: Participant,
  onCrash: (label: string, crash: Promise<void>) => void,
): Promise<void> {
  const crashes: readonly (readonly [label: string, crash: () => Promise<void>])[] = [
    ['first node killed', () => server.crash(0, downMs * random())],
    ['database ended', async () => server.crashDatabase()],
    ['second node killed', () => server.crash(1, downMs * random())],
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
