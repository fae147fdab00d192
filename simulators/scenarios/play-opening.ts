import { openedBidders } from '#domain/submission/bids.ts'
import type { Participant } from '../client/session-client.ts'
import { persons } from '../fixtures/personal-data.ts'
import type { Pace, Route } from '../load/client-group-calls.ts'
import { failuresOf, inOrder } from '../load/failures.ts'
import { type LoadSession, openLoadSession } from '../load/load-session.ts'
import { meterProcesses } from '../load/process-meter.ts'
import { leadOpening } from '../participants/opener.ts'
import { type Pause, pauses } from '../participants/pauses.ts'
import { type Mark, type Report, reportOf } from '../report/report.ts'
import type { ScenarioOptions } from './scenario.ts'

/** How a whole opening is played, from the decryption command to the last signature. */
export interface Play {
  readonly scenario: string
  readonly pace: Pace
  readonly openerPause: Pause
  readonly limitMinutes?: number
  readonly nodes?: number
  readonly notes: readonly string[]
  /** A network between the clients and the server; without it they connect directly. */
  readonly network?: (load: LoadSession) => Promise<SimulatedNetwork>
  /** The scenario's own figures, taken after all clients have settled. */
  readonly figures?: (leader: Participant) => Readonly<Record<string, number>>
}

export interface SimulatedNetwork {
  /** Bidders use them in turn. */
  readonly routes: readonly [Route, ...Route[]]
  /** Called when the opening starts. */
  begin(mark: (label: string) => void, leader: Participant): void
  /** Ends the faults; connections that are already broken stay broken. */
  calm(): Promise<void>
  close(): Promise<void>
}

/** Bidders that run the product's streams; the others are light, a few of them in every opening. */
const mostFull = 20

function fullOf(bidders: number): number {
  return Math.min(mostFull, Math.max(2, bidders - 2))
}

/** Bids that the opener reads one by one, at this pace; the others' figures become public together. */
const mostRead = 60
const readingPause = pauses(12)

/** Bidders who act within the last seconds must not be slowed down. */
const yieldsIn = ({ pace }: Pick<Play, 'pace'>) => pace.kind === 'people'

function notesOn(bidders: number, play: Play): string[] {
  const full = fullOf(bidders)
  return [
    `${full} clients run the streams of the product: they check the hash chain and fold the log themselves, and their ` +
      `states are compared with the log. ${bidders - full} are light: they keep their place in the log and act, and their ` +
      'acts must be in the log once.',
    'Live deliveries and commands are those of a process that does nothing but measure.',
    ...(yieldsIn(play)
      ? [
          'The processes of the bidders have a lower priority than it and the hall: in life they run on other machines.',
        ]
      : []),
    ...(bidders > mostRead ? [`The opener reads ${mostRead} bids, and then ends the reading.`] : []),
  ]
}

/** Plays one opening with opener, supervisor and all bidders, and compares every client's final state with the log. */
export async function playOpening(options: ScenarioOptions, play: Play): Promise<Report> {
  const { bidders, seed, onLine } = options
  const load = await openLoadSession({
    ...options,
    full: fullOf(bidders),
    submit: true,
    yielding: yieldsIn(play),
    nodes: play.nodes ?? 1,
  })
  const { server } = load
  const network = await play.network?.(load)
  const routes = network?.routes ?? [{ url: server.url, polls: false }]
  const marks: Mark[] = []
  try {
    await load.opened()
    const leader = await load.enter(server.opener, routes[0].url)
    await load.enter(server.supervisor, routes[0].url)
    await load.enterAll(routes)
    await load.observe(routes[0].url)
    onLine('everybody has entered')

    await load.all('clear', null)
    load.recorder.clear()
    const meter = meterProcesses(server.pids)
    const startedAt = Date.now()
    const telling = tellSteps(leader, onLine)
    network?.begin((label) => marks.push({ at: Date.now(), label }), leader)
    const failures = await leadAll(load, leader, play, bidders)
    clearInterval(telling)
    const seconds = (Date.now() - startedAt) / 1000
    onLine(`played in ${seconds.toFixed(1)} s`)
    await network?.calm()
    meter.stop()
    const comparing = performance.now()
    const { mismatches, recording, own, afterMs } = await load.settle(leader)
    onLine(`compared in ${((performance.now() - comparing) / 1000).toFixed(1)} s`)
    return reportOf({
      ...{ scenario: play.scenario, bidders, seed, startedAt, seconds, recording, own, meter },
      ...{ failures, mismatches, marks },
      notes: [...notesOn(bidders, play), ...play.notes],
      figures: { entries: leader.state().seq, settledAfterMs: afterMs, ...play.figures?.(leader) },
    })
  } finally {
    await network?.close()
    await load.close()
  }
}

/** The opener leads and all bidders play their part to the end; answers with what failed, the first first. */
async function leadAll(
  load: LoadSession,
  leader: Participant,
  { openerPause, limitMinutes, pace }: Play,
  bidders: number,
): Promise<string[]> {
  const part = { ...persons(), remarks: '', pause: openerPause, road: 'socket' } as const
  const leading = leadOpening(leader, {
    ...part,
    ...(limitMinutes ? { limitMinutes } : {}),
    ...(bidders > mostRead ? { reading: { most: mostRead, pause: readingPause } } : {}),
  })
  const [led, played] = await Promise.all([failuresOf([leading]), load.all('play', { pace })])
  const byOpener = led.map(({ at, problem }) => ({ at, problem: `the opener: ${problem}` }))
  return inOrder([...byOpener, ...played.flat()])
}

/** Prints a line every five seconds when the opening has progressed. */
function tellSteps(leader: Participant, onLine: (line: string) => void): NodeJS.Timeout {
  let told = ''
  return setInterval(() => {
    const { seq, flow, bidders } = leader.state()
    const all = Object.values(bidders)
    const opened = openedBidders(leader.state()).length
    const signed = all.filter(({ signature }) => signature !== null).length
    const line = `entry ${seq}, flow ${flow}, ${opened} files open, ${signed} signatures`
    if (line !== told) onLine(line)
    told = line
  }, 5000)
}
