import { setTimeout as sleep } from 'node:timers/promises'
import { isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import { seeded } from '#lib/seeded-random.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import { epochOf } from '#lib/time.ts'
import { createAuthority } from '../../certificates/test-authority.ts'
import { httpClient } from '../../client/http-client.ts'
import { createPlatformClient } from '../../platform/client.ts'
import { type KilledHall, openKilledHall } from './killed-hall.ts'
import { createLane, type Lane } from './lane.ts'
import { createMoments, type Moments, type PlannedKill, planKills } from './moments.ts'
import { castOf, type Unanswered } from './people.ts'
import { openProbe, type Probe } from './probe.ts'
import type { Fall, KillsReport } from './report.ts'
import { createWitness, type Witness } from './witness.ts'

export interface KillsOptions {
  readonly kills: number
  /** Decides what is killed and when; how far the openings are at that moment differs from run to run. */
  readonly seed: number
  /** Openings side by side. */
  readonly lanes: number
  readonly biddersEach: number
  /** Longest time from a kill until the hall answers and takes commands again, in milliseconds. */
  readonly limitMs: number
  readonly onLine: (line: string) => void
}

/** How long a kill waits for its moment, such as an upload, before it falls without. */
const momentMs = 1500
/** Clients need a moment to connect again before they go on. */
const progressMs = 3000

interface Run {
  readonly hall: KilledHall
  readonly lanes: readonly Lane[]
  readonly probe: Probe
  readonly moments: Moments
  readonly witness: Witness
  readonly unanswered: Unanswered
  readonly problem: (sentence: string) => void
}

/**
 * Plays openings from submission to documents, several at once, while the server and its database are killed with
 * SIGKILL. After each kill the hall has to be back in time, and the logs and files must be what was told of them.
 */
export async function playKills(options: KillsOptions): Promise<KillsReport> {
  const { kills, seed, onLine } = options
  const startedAt = new Date()
  const problems = new Set<string>()
  const noteProblem = (sentence: string): void => {
    if (!problems.has(sentence)) onLine(`problem: ${sentence}`)
    problems.add(sentence)
  }
  onLine('starting a server …')
  const hall = await openKilledHall()
  let over = false
  try {
    const run = await openRun(hall, options, noteProblem)
    onLine(`${options.lanes} openings at a time, seed ${seed}`)
    const began = performance.now()
    const playing = Promise.all(run.lanes.map((lane) => lane.play(() => over)))
    const falls: Fall[] = []
    const plan = planKills(kills, seeded(seed))
    for (const [i, planned] of plan.entries()) {
      falls.push(await killOnce(run, planned, plan[i + 1], options))
      if ((i + 1) % 10 === 0 || i + 1 === kills) onLine(progressLine(falls, began, problems.size))
    }
    over = true
    await playing
    const openings = await compareAll(run)
    return {
      ...{
        scenario: 'kills',
        seed,
        kills,
        startedAt: startedAt.toISOString(),
        limitMs: options.limitMs,
        falls,
      },
      seconds: Math.round((performance.now() - began) / 100) / 10,
      openings,
      ...run.witness.totals(),
      endedByItself: hall.endedByItself(),
      problems: [...problems],
    }
  } finally {
    over = true
    await hall.close()
  }
}

/** Compares once more all that was told in the whole run; resolves with the number of openings that ended. */
async function compareAll({ lanes, probe, problem }: Run): Promise<number> {
  const ended = await Promise.all(lanes.map((lane) => lane.compareEnded()))
  for (const found of await probe.compare()) problem(found)
  probe.close()
  return ended.reduce((sum, number) => sum + number, 0)
}

async function openRun(hall: KilledHall, { lanes, biddersEach }: KillsOptions, problem: Run['problem']) {
  const http = httpClient({ url: hall.url, timeoutMs: 180_000, attemptMs: 60_000 })
  const platform = createPlatformClient({
    ...{ url: hall.url, key: hall.platformKey, clock: hall.now, timeoutMs: 180_000 },
  })
  const witness = createWitness()
  const moments = createMoments()
  const unanswered: Unanswered = new Set()
  const submitting = createSemaphore(1)
  const around = { hall, http, platform, moments, submitting, witness, unanswered, onProblem: problem }
  const authority = await createAuthority({ now: Date.now })
  const probe = await openProbe(await castOf(around, authority, 0), around)
  const opened: Lane[] = []
  while (opened.length < lanes) opened.push(createLane(await castOf(around, authority, biddersEach), around))
  return { hall, lanes: opened, probe, moments, witness, unanswered, problem } satisfies Run
}

/** Waits for the moment of a kill, kills, waits until the hall is back, and compares everything with what was told. */
async function killOnce(
  run: Run,
  { place, target, progress, delay }: PlannedKill,
  next: PlannedKill | undefined,
  { limitMs, onLine }: Pick<KillsOptions, 'limitMs' | 'onLine'>,
): Promise<Fall> {
  const { hall, lanes, probe, moments, unanswered, problem } = run
  if (place !== 'start-up') await moments.progress(progress, progressMs)
  const came = await moments.come(place, momentMs)
  await sleep(delay)
  const hit = {
    ...{ target, place: came ? place : ('any time' as const) },
    acts: lanes.map((lane) => lane.act()),
    underWay: moments.underWay(),
    isStarting: hall.isStarting(),
  }
  const waiting = [...unanswered]
  const killedAt = hall.now()
  const database = hall.databasePid()
  const printedBefore = hall.printed().length
  const began = performance.now()
  hall.kill(target)
  const fall = { ...hit, unanswered: waiting.length }
  // The next kill falls into the start-up after this one.
  if (next?.place === 'start-up') return { ...fall, committed: null, backMs: null }
  await probe.back()
  const backMs = Math.round(performance.now() - began)
  if (backMs > limitMs) {
    problem(`back after ${backMs} ms, killed: ${target}, ${hit.place}, ${hit.acts.join(', ')}`)
    onLine(
      `the server printed meanwhile:\n${hall.printed().slice(target === 'database' ? printedBefore : 0)}`,
    )
  }
  if (target === 'server' && place !== 'start-up' && hall.databasePid() !== database) {
    problem('the database was started again though only the server was killed')
  }
  const logs = (await Promise.all(lanes.map((lane) => lane.compare()))).flatMap((log) => log ?? [])
  const committed = waiting.filter(({ id }) => logs.some(({ log }) => isCommitted(log, id, killedAt)))
  return { ...fall, committed: committed.length, backMs }
}

/** Whether the command was in the log before that moment. */
function isCommitted(log: readonly VisibleEntry[], id: string, before: number): boolean {
  return log.some((entry) => !isHidden(entry) && entry.commandId === id && epochOf(entry.at) <= before)
}

function progressLine(falls: readonly Fall[], began: number, problems: number): string {
  const seconds = (performance.now() - began) / 1000
  const each = (seconds / falls.length).toFixed(2)
  return `${falls.length} kills, ${problems} problems, ${seconds.toFixed(0)} s (${each} s each)`
}
