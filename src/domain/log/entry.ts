import {
  eventVersions,
  mayBeHidden,
  type RecordedEvent,
  type SaltedEvent,
  type SessionEvent,
} from '../session/event.ts'
import { evolve } from '../session/evolve.ts'
import type { SessionState } from '../session/state.ts'
import { canonicalJson, sha256Hex } from './canonical-json.ts'
import { firstBreakIn } from './chain.ts'
import { upcast } from './upcast.ts'

/*
 * Invariants of a session's log:
 * 1. seq is dense and starts at 1; nothing is updated or deleted.
 * 2. previous is the hash of the entry before; the first one points at the session's genesis hash.
 * 3. hash covers every field of the entry, private fields by their salted commitments: leaving a private field
 *    out, or hiding an entry whole, never breaks the chain.
 * 4. An entry that may be hidden from somebody has the private field `blind`, which nobody is shown: whoever guesses
 *    everything else of a hidden entry still cannot confirm it by its hash. It is stored, and never held in an `Entry`.
 *    Older logs have entries without it.
 */

/** The private field of random bytes in entries that may be hidden (LOG-7). */
export const blindField = 'blind'
const blindBytes = 32
const saltBytes = 16

/** A private field with the salt that its commitment was made with. */
export interface Revealed {
  readonly salt: string
  readonly value: unknown
}

/** One entry of the log, with the private fields that its reader may see. */
export interface Entry {
  readonly seq: number
  readonly type: SessionEvent['type']
  readonly version: number
  /** The server's clock, ISO 8601 in UTC. */
  readonly at: string
  readonly actor: string
  readonly role: string
  readonly commandId: string
  readonly payload: unknown
  /** Commitment per private field: SHA-256 over the canonical JSON of `{salt, value}`. */
  readonly commitments: Readonly<Record<string, string>>
  readonly private: Readonly<Record<string, Revealed>>
  readonly previous: string
  readonly hash: string
}

/** An entry that the viewer may not see. */
export interface HiddenEntry {
  readonly seq: number
  readonly hash: string
  readonly type?: undefined
}

export type VisibleEntry = Entry | HiddenEntry

export function isHidden(entry: VisibleEntry): entry is HiddenEntry {
  return entry.type === undefined
}

/** `previous` of a session's first entry. */
export function genesisHash(sessionId: string): string {
  return sha256Hex(`kaibiao/1:${sessionId}`)
}

/** An entry with the JSON of three of its fields, which is hashed and stored. */
export interface Recorded {
  readonly entry: Entry
  readonly payload: string
  readonly commitments: string
  /** The JSON of `private` and of the blind; null where there is neither. */
  readonly secrets: string | null
}

type Place = Pick<Entry, 'seq' | 'at' | 'actor' | 'role' | 'commandId' | 'previous'>

/** Fresh random bytes as lower-case hex. */
export type RandomHex = (bytes: number) => string

/** Gives an event its place in the log. `random` yields the salt of each private field, and the blind (LOG-7). */
export function recordEntry(event: SessionEvent, place: Place, random: RandomHex): Entry {
  return recordForStorage(event, place, random, sha256Hex).entry
}

/** SHA-256 of a text as UTF-8, in lower-case hex. */
export type Sha256 = (text: string) => string

/** As `recordEntry`, with the texts to be stored; `sha256` may be a faster one of the platform. */
export function recordForStorage(
  event: SessionEvent,
  place: Place,
  random: RandomHex,
  sha256: Sha256,
): Recorded {
  const secrets: Record<string, Revealed> = {}
  const committed: Record<string, string> = {}
  const values: Readonly<Record<string, unknown>> = event.private
  let secretText = ''
  for (const field in values) {
    const revealed = { salt: random(saltBytes), value: values[field] }
    const text = canonicalJson(revealed)
    secrets[field] = revealed
    committed[field] = sha256(text)
    secretText += `${secretText === '' ? '{' : ','}${canonicalJson(field)}:${text}`
  }
  if (mayBeHidden(event.type)) {
    // Canonical, too: hexadecimal digits need no escape.
    const text = `{"salt":"${random(saltBytes)}","value":"${random(blindBytes)}"}`
    committed[blindField] = sha256(text)
    secretText += `${secretText === '' ? '{' : ','}"${blindField}":${text}`
  }
  const { type, payload } = event
  const { seq, at, actor, role, commandId, previous } = place
  const version = eventVersions[type]
  const payloadText = canonicalJson(payload)
  const commitments = canonicalJson(committed)
  const hash = sha256(canonicalEntry(place, type, version, payloadText, commitments))
  // Field by field: this runs for every entry, and spreading an object takes several times as long.
  const entry: Entry = {
    type,
    version,
    payload,
    commitments: committed,
    seq,
    at,
    actor,
    role,
    commandId,
    previous,
    private: secrets,
    hash,
  }
  return { entry, payload: payloadText, commitments, secrets: secretText === '' ? null : `${secretText}}` }
}

/** `canonicalJson` of an entry's hashed fields, two of which are text already. */
function canonicalEntry(
  { seq, at, actor, role, commandId, previous }: Place,
  type: string,
  version: number,
  payload: string,
  commitments: string,
): string {
  return (
    `{"actor":${canonicalJson(actor)},"at":"${at}","commandId":${canonicalJson(commandId)},` +
    `"commitments":${commitments},"payload":${payload},"previous":"${previous}","role":"${role}",` +
    `"seq":${seq},"type":"${type}","version":${version}}`
  )
}

/** The canonical JSON of an entry's parts that stay the same in another chain. */
export interface CanonicalParts {
  readonly payload: string
  readonly commitments: string
}

export function canonicalParts({ payload, commitments }: Entry): CanonicalParts {
  return { payload: canonicalJson(payload), commitments: canonicalJson(commitments) }
}

/** An entry, or what a viewer sees of it, at a place of another chain. */
export function rechained(
  entry: Entry,
  { seq, previous }: Pick<Entry, 'seq' | 'previous'>,
  { payload, commitments }: CanonicalParts,
  sha256: Sha256,
): Entry {
  const moved = { ...entry, seq, previous }
  return { ...moved, hash: sha256(canonicalEntry(moved, entry.type, entry.version, payload, commitments)) }
}

/** What an entry's hash must be; `sha256` may be a faster one of the platform. */
export function hashOf(entry: Entry, sha256: Sha256): string {
  const { payload, commitments } = canonicalParts(entry)
  return sha256(canonicalEntry(entry, entry.type, entry.version, payload, commitments))
}

/** Whether the entry's own hash and every revealed private field are right. */
export function entryIsWhole(entry: Entry): boolean {
  const { private: secrets, hash, ...open } = entry
  return areCommitted(secrets, entry.commitments) && sha256Hex(canonicalJson(open)) === hash
}

/** Whether each of these private fields matches its commitment in the entry. */
export function areCommitted(
  secrets: Entry['private'],
  commitments: Entry['commitments'],
  sha256: Sha256 = sha256Hex,
): boolean {
  return Object.entries(secrets).every(
    ([field, { salt, value }]) => sha256(canonicalJson({ salt, value })) === commitments[field],
  )
}

/**
 * The seq of the first entry that breaks the chain (LOG-3); null when it is whole. A hidden entry contributes its hash.
 * `start` is what the first entry continues.
 */
export function firstBreak(
  sessionId: string,
  entries: readonly VisibleEntry[],
  start = genesisHash(sessionId),
): number | null {
  return firstBreakIn(
    start,
    entries,
    (entry, previous) => isHidden(entry) || (entry.previous === previous && entryIsWhole(entry)),
  )
}

/** Folds one entry, hidden or not, into the draft. */
export function applyEntry(draft: SessionState, entry: VisibleEntry): void {
  if (isHidden(entry)) draft.seq = entry.seq
  else evolve(draft, entry as SaltedEvent)
}

/** The event in an entry, brought up to today's version, private fields without their salts and without the blind. */
export function toRecorded(entry: Entry): RecordedEvent {
  const secrets: Record<string, unknown> = {}
  for (const field of Object.keys(entry.private)) {
    if (field !== blindField) secrets[field] = entry.private[field]?.value
  }
  const { seq, type, version, at, actor, role, payload } = upcast(entry)
  return { seq, type, version, at, actor, role, payload, private: secrets } as RecordedEvent
}
