import { type Target, targets } from './killed-hall.ts'

/** What people have asked of the hall and wait for. */
export type Work = 'command' | 'upload' | 'document'

/** When a kill is meant to fall. */
export const places = [
  'any time',
  'command just sent',
  'append under way',
  'answer just given',
  'document being made',
  'file being uploaded',
  'start-up',
] as const
export type Place = (typeof places)[number]

/** A kill as the seed decides it. */
export interface PlannedKill {
  readonly target: Target
  readonly place: Place
  /** Commands that are answered before, so that the openings go on between two kills. */
  readonly progress: number
  /** Milliseconds after the awaited moment. */
  readonly delay: number
}

interface Weighted<T> {
  readonly of: T
  readonly weight: number
}

const targetWeights: readonly Weighted<Target>[] = [
  { of: targets[0], weight: 55 },
  { of: targets[1], weight: 30 },
  { of: targets[2], weight: 15 },
]

/** Shortest and longest delay (ms) after the moment. */
const delays: Readonly<Record<Place, readonly [least: number, most: number, weight: number]>> = {
  'any time': [0, 600, 20],
  'command just sent': [0, 2, 15],
  'append under way': [2, 25, 20],
  'answer just given': [0, 1, 10],
  'document being made': [0, 250, 12],
  'file being uploaded': [0, 40, 12],
  // Of the kill before: a server that was killed starts for about a second.
  'start-up': [50, 1000, 11],
}

const mostProgress = 6

const placeWeights = places.map((place) => ({ of: place, weight: delays[place][2] }))

/** All kills of a run. The first is never one of a start-up, which needs a kill before it. */
export function planKills(count: number, random: () => number): PlannedKill[] {
  return Array.from({ length: count }, (_, index) => {
    const target = drawn(targetWeights, random())
    const wanted = drawn(placeWeights, random())
    const place = index === 0 && wanted === 'start-up' ? 'any time' : wanted
    const progress = 1 + Math.floor(random() * mostProgress)
    const [least, most] = delays[place]
    return { target, place, progress, delay: Math.round(least + random() * (most - least)) }
  })
}

function drawn<T>(choices: readonly Weighted<T>[], at: number): T {
  let left = at * choices.reduce((sum, { weight }) => sum + weight, 0)
  for (const { of, weight } of choices) {
    left -= weight
    if (left < 0) return of
  }
  throw new Error('nothing to draw from')
}

/** What people do at the moment, so that a kill can wait for it. */
export interface Moments {
  /** Work begins; the result ends it. */
  begin(work: Work): () => void
  underWay(): Readonly<Record<Work, number>>
  /** Resolves when so many commands have been answered; false after `patienceMs` without. */
  progress(commands: number, patienceMs: number): Promise<boolean>
  /** Resolves when the moment of a kill has come; false after `patienceMs` without it. */
  come(place: Place, patienceMs: number): Promise<boolean>
}

export function createMoments(): Moments {
  const now: Record<Work, number> = { command: 0, upload: 0, document: 0 }
  let listeners: ((what: string) => void)[] = []
  const tell = (what: string) => {
    for (const listener of listeners) listener(what)
  }

  function until(awaited: string, times: number, patienceMs: number): Promise<boolean> {
    return new Promise((done) => {
      let left = times
      const finish = (came: boolean) => {
        clearTimeout(timer)
        listeners = listeners.filter((one) => one !== listener)
        done(came)
      }
      const listener = (what: string) => {
        if (what === awaited) left -= 1
        if (left === 0) finish(true)
      }
      const timer = setTimeout(() => finish(false), patienceMs)
      listeners.push(listener)
    })
  }

  return {
    underWay: () => ({ ...now }),
    begin(work) {
      now[work] += 1
      tell(`${work} begins`)
      return () => {
        now[work] -= 1
        tell(`${work} ends`)
      }
    },
    progress: (commands, patienceMs) => until('command ends', commands, patienceMs),
    async come(place, patienceMs) {
      const awaited = awaitedBy[place]
      return awaited === null || until(awaited, 1, patienceMs)
    },
  }
}

const awaitedBy: Readonly<Record<Place, string | null>> = {
  'any time': null,
  'command just sent': 'command begins',
  'append under way': 'command begins',
  'answer just given': 'command ends',
  'document being made': 'document begins',
  'file being uploaded': 'upload begins',
  'start-up': null,
}
