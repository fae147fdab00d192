import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalJson } from '#domain/log/canonical-json.ts'
import { applyEntry, firstBreak, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import { initial, reviveState, type SessionState } from '#domain/session/state.ts'
import type { Participant } from '../client/session-client.ts'
import { readLog } from '../replay/compare-results.ts'
import type { Watched } from './measured-client.ts'

/** Looks in vain at a log that goes on this often. */
const tries = 20

/**
 * Holds a client's state against the log as its viewer may see it: null, or the difference in a line. `whole` reads
 * the whole log again, checks its chain, folds it, and looks for every command that was acknowledged; without it the
 * server's own fold for that viewer is taken.
 */
export async function findDifference(client: Watched, whole: boolean): Promise<string | null> {
  for (let count = 0; count < tries; count += 1) {
    const entries = whole ? await readLog(client) : null
    const expected = entries ? fold(entries) : await readSnapshot(client)
    // Something may have happened since: it is on its way.
    if (expected.seq !== client.state().seq) await sleep(200)
    else return (entries && wrongIn(client, entries)) ?? compare(client, expected)
  }
  return `${client.unitCode} stays at entry ${client.state().seq}`
}

function wrongIn(client: Watched, entries: readonly VisibleEntry[]): string | null {
  const broken = firstBreak(client.session, entries)
  if (broken !== null) return `${client.unitCode}: the chain breaks at entry ${broken}`
  const lost = client.acknowledged().find(({ id, seq }) => commandAt(entries, seq) !== id)
  if (lost) return `${client.unitCode}: entry ${lost.seq} was acknowledged and is not there`
  const [doubled] = findDoubled(entries)
  return doubled === undefined ? null : `${client.unitCode}: doubled, ${doubled}`
}

/** The command behind an entry; null when it is hidden or not there. */
export function commandAt(entries: readonly VisibleEntry[], seq: number): string | null {
  const entry = entries[seq - 1]
  return entry && !isHidden(entry) ? entry.commandId : null
}

/** What happens once in a session, or once to each bidder, and stands in the log again. */
export function findDoubled(entries: readonly VisibleEntry[]): string[] {
  const repeatable = ['MessagePosted', 'ParticipantEntered', 'DecryptionRefused']
  const seen = new Set<string>()
  return entries.flatMap((entry) => {
    if (isHidden(entry) || repeatable.includes(entry.type)) return []
    const { bidderCode = '' } = entry.payload as { bidderCode?: string }
    const what = `${entry.type} ${bidderCode}`
    if (seen.has(what)) return [`${entry.seq}: ${what}`]
    seen.add(what)
    return []
  })
}

function fold(entries: readonly VisibleEntry[]): SessionState {
  const state = initial()
  for (const entry of entries) applyEntry(state, entry)
  return state
}

async function readSnapshot(client: Participant): Promise<SessionState> {
  return reviveState((await client.call('getSessionSnapshot')).state)
}

function compare(client: Participant, expected: SessionState): string | null {
  const own = client.state()
  const different = Object.entries(expected).filter(
    ([key, value]) => json(value) !== json(own[key as keyof SessionState]),
  )
  const names = different.map(([key]) => key).join(', ')
  return names === '' ? null : `${client.unitCode} has another ${names} at entry ${own.seq}`
}

/** Fields left out and fields undefined are the same. */
function json(value: unknown): string {
  return canonicalJson(JSON.parse(JSON.stringify({ value })))
}
