import { count, type Histogram, type Percentiles, percentiles } from '../../load/histogram.ts'
import { type Act, acts } from './acts.ts'
import { type Target, targets } from './killed-hall.ts'
import { type Place, places, type Work } from './moments.ts'

/** One kill: what it hit, and how the hall came back. */
export interface Fall {
  readonly target: Target
  /** The moment that it met; another than planned where that did not come. */
  readonly place: Place
  /** What went on in each opening. */
  readonly acts: readonly Act[]
  /** Calls without an answer yet, by what they ask for. */
  readonly underWay: Readonly<Record<Work, number>>
  /** The server was not ready yet after the kill before. */
  readonly isStarting: boolean
  /** Commands of the openings without an answer. */
  readonly unanswered: number
  /** How many of these were in the log all the same; null where the next kill came before it was read. */
  readonly committed: number | null
  /** Until the hall answered a read and took a command, in milliseconds; null where the next kill came first. */
  readonly backMs: number | null
}

export interface KillsReport {
  readonly scenario: 'kills'
  readonly seed: number
  readonly kills: number
  readonly startedAt: string
  readonly limitMs: number
  /** Duration of the openings with all kills. */
  readonly seconds: number
  /** Openings played to their end. */
  readonly openings: number
  /** Commands that were acknowledged, and entries that were shown. */
  readonly acknowledged: number
  readonly entries: number
  /** What the server printed last when it ended though it was not killed. */
  readonly endedByItself: readonly string[]
  readonly falls: readonly Fall[]
  readonly problems: readonly string[]
}

/** Times until the hall was back, in milliseconds. */
function backIn(falls: readonly Fall[]): Percentiles | null {
  const times: Histogram = new Map()
  for (const { backMs } of falls) if (backMs !== null) count(times, backMs)
  return percentiles(times)
}

/** The report without its single kills, for one line of JSON. */
export function killsHeadline({ falls, ...report }: KillsReport): object {
  const byTarget = <T>(of: (some: readonly Fall[], target: Target) => T) =>
    Object.fromEntries(
      targets.map((target) => [
        target,
        of(
          falls.filter((fall) => fall.target === target),
          target,
        ),
      ]),
    )
  return {
    ...report,
    fellOn: Object.fromEntries(acts.map((act) => [act, byTarget((some) => openingsIn(some, act))])),
    fellAt: Object.fromEntries(
      places.map((place) => [place, byTarget((some) => some.filter((fall) => fall.place === place).length)]),
    ),
    ...interrupted(falls),
    backIn: { all: backIn(falls), ...byTarget(backIn) },
  }
}

/** How many openings were in this act, over all these kills. */
function openingsIn(falls: readonly Fall[], act: Act): number {
  return falls.flatMap((fall) => fall.acts.filter((one) => one === act)).length
}

/** What the kills interrupted. */
function interrupted(falls: readonly Fall[]) {
  const sum = (of: (fall: Fall) => number) => falls.reduce((total, fall) => total + of(fall), 0)
  return {
    startUps: falls.filter(({ isStarting }) => isStarting).length,
    uploads: sum(({ underWay }) => underWay.upload),
    documents: sum(({ underWay }) => underWay.document),
    unansweredCommands: sum(({ unanswered, committed }) => (committed === null ? 0 : unanswered)),
    committedOfThese: sum(({ committed }) => committed ?? 0),
  }
}

/** The report as text: where the kills fell, and how fast the hall came back. */
export function killsText(report: KillsReport): string {
  const { falls, kills, seed, seconds, openings, acknowledged, entries, endedByItself, problems } = report
  const of = (target: Target) => falls.filter((fall) => fall.target === target)
  const row = (name: string, cells: readonly (number | string)[]) =>
    name.padEnd(22) + cells.map((cell) => String(cell).padStart(10)).join('')
  const counted = (name: string, countIn: (some: readonly Fall[]) => number) =>
    row(name, [...targets.map((target) => countIn(of(target))), countIn(falls)])
  const { startUps, uploads, documents, unansweredCommands, committedOfThese } = interrupted(falls)
  const times = (name: string, some: readonly Fall[]) => {
    const found = backIn(some)
    const ms = (value: number | undefined) => (value === undefined ? '–' : `${value.toFixed(0)} ms`)
    return row(name, [ms(found?.p50), ms(found?.p99), ms(found?.max), found?.count ?? 0])
  }
  return [
    `kills, seed ${seed}: ${kills} kills, ${problems.length} problems, ${seconds} s`,
    '',
    row('openings hit in', [...targets, 'all']),
    ...acts.map((act) => counted(act, (some) => openingsIn(some, act))),
    '',
    row('kills at', [...targets, 'all']),
    ...places.map((place) => counted(place, (some) => some.filter((fall) => fall.place === place).length)),
    '',
    row('back in', ['p50', 'p99', 'longest', 'of']),
    ...targets.map((target) => times(target, of(target))),
    times('all', falls),
    '',
    `interrupted: ${startUps} start-ups, ${uploads} uploads, ${documents} documents, ${unansweredCommands} commands, ` +
      `of which ${committedOfThese} were in the log`,
    `${openings} openings ended, ${acknowledged} commands were acknowledged, ${entries} entries compared`,
    ...endedByItself.map((line) => `the server ended by itself: ${line}`),
    ...problems,
  ].join('\n')
}
