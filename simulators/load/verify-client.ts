import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalJson } from '#domain/log/canonical-json.ts'
import { applyEntry, firstBreak, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { readLog } from '../client/read-log.ts'
import type { Participant } from '../client/session-client.ts'
import type { MeasuredClient } from './measured-client.ts'

/** Attempts to compare at the same entry while the log grows. */
const tries = 20

/**
 * Compares a client's state with the log as its viewer may see it; null, or the difference in one line. Reads the whole
 * log, checks its chain, folds it and looks for every acknowledged command.
 */
export async function findDifference(client: MeasuredClient): Promise<string | null> {
  for (let count = 0; count < tries; count += 1) {
    const entries = await readLog(client)
    // Newer entries may still be on their way to the client.
    if (entries.length !== client.state().seq) await sleep(200)
    else return wrongIn(client, entries) ?? compare(client, fold(entries))
  }
  return `${client.unitCode} stays at entry ${client.state().seq}`
}

function wrongIn(client: MeasuredClient, entries: readonly VisibleEntry[]): string | null {
  const broken = firstBreak(client.session, entries)
  if (broken !== null) return `${client.unitCode}: the chain breaks at entry ${broken}`
  const lost = client.acknowledged().find(({ id, seq }) => commandAt(entries, seq) !== id)
  if (lost) return `${client.unitCode}: entry ${lost.seq} was acknowledged and is not there`
  const [doubled] = findDoubled(entries)
  return doubled === undefined ? null : `${client.unitCode}: doubled, ${doubled}`
}

/** The id of the command that caused an entry; null when the entry is hidden or missing. */
export function commandAt(entries: readonly VisibleEntry[], seq: number): string | null {
  const entry = entries[seq - 1]
  return entry && !isHidden(entry) ? entry.commandId : null
}

/** Each outage prolongs a window. */
const repeatable = /^(MessagePosted|ParticipantEntered|DecryptionRefused|\w+Prolonged)$/

/** Entries that occur twice though they may occur once in a session, once for each bidder, or once for each kind and format. */
export function findDoubled(entries: readonly VisibleEntry[]): string[] {
  const seen = new Set<string>()
  return entries.flatMap((entry) => {
    if (isHidden(entry) || repeatable.test(entry.type)) return []
    const { bidderCode = '', kind = '', format = '' } = entry.payload as Readonly<Record<string, string>>
    const what = `${entry.type} ${bidderCode}${kind}${format}`
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
