import { readWholeLog } from '../client/read-log.ts'
import type { Participant } from '../client/session-client.ts'
import type { ClientGroup } from './client-group.ts'
import type { Head, Settled } from './client-group-calls.ts'
import type { MeasuredClient } from './measured-client.ts'
import { findActs } from './own-acts.ts'
import { mergeRecordings, type Recorder, type Recording } from './recorder.ts'
import { findDifference } from './verify-client.ts'

export interface SettledAll extends Omit<Settled, 'recording' | 'acts'> {
  /** What the measuring clients measured; what the bidders did where there are none. */
  readonly recording: Recording
  /** What the bidders and the opener measured while their processes were on time; null without measuring clients. */
  readonly own: Recording | null
}

/** Everybody who has taken part. */
interface Everybody {
  /** Those of this process. */
  readonly entered: readonly MeasuredClient[]
  readonly recorder: Recorder
  readonly groups: readonly ClientGroup[]
  readonly observer: ClientGroup | null
}

/** Ends the probing, reads the log as `leader`, waits until every client holds its head, and compares them with it. */
export async function settleAll(
  leader: Participant,
  { entered, recorder, groups, observer }: Everybody,
): Promise<SettledAll> {
  const probes = await observer?.call('rest', null).then(
    () => [],
    (error: unknown) => [`a probe: ${String(error)}`],
  )
  const { epoch, entries } = await readWholeLog(leader)
  const head = { epoch, seq: entries.length, hash: entries.at(-1)?.hash ?? '' }
  const [own, measured, ...inGroups] = await Promise.all([
    settleOwn(entered, head, recorder),
    observer?.call('settle', head),
    ...groups.map((group) => group.call('settle', head)),
  ])
  const settled = [own, ...inGroups, measured ?? []].flat()
  const acts = settled.flatMap((one) => one.acts)
  const mismatches = settled.flatMap((one) => one.mismatches)
  return {
    clients: settled.reduce((sum, { clients }) => sum + clients, 0),
    afterMs: Math.max(...settled.map(({ afterMs }) => afterMs)),
    mismatches: [...mismatches, ...findActs(entries, acts), ...(probes ?? [])],
    ...figuresOf([own, ...inGroups], measured ?? null),
  }
}

/** Settles the clients of this process. */
async function settleOwn(
  clients: readonly MeasuredClient[],
  { seq }: Head,
  recorder: Recorder,
): Promise<Settled> {
  const began = performance.now()
  const recording = recorder.read()
  const found = await Promise.all(
    clients.map(async (client) => {
      const late = await client
        .until((state) => state.seq >= seq, `entry ${seq}`)
        .then(
          () => null,
          (error: unknown) => `${client.unitCode}: ${String(error)}`,
        )
      const afterMs = performance.now() - began
      return { afterMs, difference: late ?? (await findDifference(client)) }
    }),
  )
  return {
    clients: clients.length,
    afterMs: Math.max(0, ...found.map(({ afterMs }) => afterMs)),
    mismatches: found.flatMap(({ difference }) => difference ?? []),
    acts: [],
    recording,
  }
}

/** The server's figures by the measuring clients, where there are some, and by everybody else. */
function figuresOf(
  bidders: readonly Settled[],
  measured: Settled | null,
): Pick<SettledAll, 'recording' | 'own'> {
  const own = mergeRecordings(bidders.map(({ recording }) => recording))
  if (!measured) return { recording: own, own: null }
  const { series, delivery, lateness } = measured.recording
  const all = mergeRecordings([own, measured.recording])
  const theirs = (['live', 'command'] as const).flatMap((name) => {
    const histogram = series.get(name)
    return histogram ? [[name, histogram] as const] : []
  })
  const recording = {
    ...all,
    series: new Map([...all.series, ...theirs]),
    delivery,
    lateness: [...lateness, ...own.lateness],
  }
  return { recording, own }
}
