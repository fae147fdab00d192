import { openedBidders } from '#domain/submission/bids.ts'
import type { Participant } from '../client/session-client.ts'
import type { Pace, Road } from '../load/client-group-calls.ts'
import { halves, openProduction, type Production } from '../load/load-session.ts'
import { meterProcesses } from '../load/process-meter.ts'
import { leadOpening, type Pause } from '../participants/opener.ts'
import { persons } from '../replay/replay-openings.ts'
import { type Mark, type Report, reportOf } from '../report/report.ts'
import type { ScenarioOptions } from './scenario.ts'

/** How one whole opening is played, from the command to decrypt to the last signature. */
export interface Play {
  readonly scenario: string
  readonly pace: Pace
  readonly openerPause: Pause
  readonly limitMinutes?: number
  readonly nodes?: number
  readonly notes: readonly string[]
  /** Puts something between the clients and the server; without it they go there themselves. */
  readonly network?: (production: Production) => Promise<Network>
  /** The scenario's own figures, once everybody has settled. */
  readonly figures?: (leader: Participant) => Readonly<Record<string, number>>
}

export interface Network {
  /** Bidders take them in turn. */
  readonly roads: readonly [Road, ...Road[]]
  /** Runs while the opening is played. */
  begin(mark: (label: string) => void, leader: Participant): void
  /** Everything is well again; nothing that was broken is. */
  calm(): Promise<void>
  close(): Promise<void>
}

/** Plays one opening with an opener, a supervisor and all bidders, and holds every client's end against the log. */
export async function playOpening(options: ScenarioOptions, play: Play): Promise<Report> {
  const { bidders, seed, onLine } = options
  const production = await openProduction({
    ...options,
    shares: halves(bidders),
    submit: true,
    nodes: play.nodes ?? 1,
  })
  const { venue } = production
  const network = await play.network?.(production)
  const roads = network?.roads ?? [{ url: venue.url, polls: false }]
  const marks: Mark[] = []
  try {
    await production.opened()
    const leader = await production.enter(venue.opener, roads[0].url)
    await production.enter(venue.supervisor, roads[0].url)
    await production.all('enter', { roads })
    onLine('everybody has entered')

    await production.all('clear', null)
    production.recorder.clear()
    const meter = meterProcesses(venue.pids)
    const startedAt = Date.now()
    const telling = tellSteps(leader, onLine)
    network?.begin((label) => marks.push({ at: Date.now(), label }), leader)
    const part = { ...persons(), remarks: '', pause: play.openerPause, road: 'socket' } as const
    const leading = leadOpening(leader, {
      ...part,
      ...(play.limitMinutes ? { limitMinutes: play.limitMinutes } : {}),
    })
    const [led, played] = await Promise.all([
      leading.then(
        () => [],
        (error: unknown) => [`the opener: ${String(error)}`],
      ),
      production.all('play', { pace: play.pace }),
    ])
    clearInterval(telling)
    const seconds = (Date.now() - startedAt) / 1000
    onLine(`played in ${seconds.toFixed(1)} s`)
    await network?.calm()
    meter.stop()
    const { mismatches, recording, afterMs } = await production.settle(leader)
    return reportOf({
      ...{ scenario: play.scenario, bidders, seed, startedAt, seconds, recording, meter, mismatches, marks },
      failures: [...led, ...played.flat()],
      notes: play.notes,
      figures: { entries: leader.state().seq, settledAfterMs: afterMs, ...play.figures?.(leader) },
    })
  } finally {
    await network?.close()
    await production.close()
  }
}

/** A line whenever the opening has got further. */
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
