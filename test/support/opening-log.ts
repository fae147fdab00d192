import type { DecryptionMethod, OpeningOutcome } from '#domain/decryption/outcome.ts'
import { overviewHash, recordHash } from '#domain/ending/record.ts'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import {
  applyEntry,
  canonicalParts,
  type Entry,
  genesisHash,
  recordEntry,
  type VisibleEntry,
} from '#domain/log/entry.ts'
import { type Actor, systemActor, type Viewer } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { decide } from '#domain/session/decide.ts'
import { ownPart, sharedViewer } from '#domain/session/own-part.ts'
import { previewEntry } from '#domain/session/preview.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import type { Rules } from '#domain/session/variant-rules.ts'
import { viewFor } from '#domain/session/view.ts'
import { viewState } from '#domain/session/view-state.ts'
import { isoTime } from '#lib/time.ts'
import { epochOfPreview, startOfEpoch } from '#protocol/socket/epoch.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import type { SnapshotMessage, WholeSnapshot } from '#protocol/socket/snapshot.ts'
import type { LogMessage } from '#streams/transport.ts'
import { rules as sampleRules, tender } from './sample-tender.ts'

/** An opening for tests, decided and recorded by the product's own code. */

export const session = '6f1d2f0a-5a0e-4a44-9a43-1f4f1f5f7a01'
const opensAt = Date.UTC(2026, 0, 5, 1)

const rules: Rules = { ...sampleRules, commitmentLetter: false }

const bidders = ['B1', 'B2', 'B3']
const platform: Actor = { id: 'p', role: 'platform', name: 'Platform', unitCode: null }
const opener: Actor = { id: 'o', role: 'opener', name: 'Opener', unitCode: 'AG' }
const supervisor: Actor = { id: 's', role: 'supervisor', name: 'Supervisor', unitCode: null }
const bidderOf = (code: string): Actor => ({ id: code, role: 'bidder', name: code, unitCode: code })

export const viewers: readonly Viewer[] = [
  { role: 'bidder', unitCode: 'B2', seesSupervisor: true },
  { role: 'agency', unitCode: 'AG', seesSupervisor: false },
  { role: 'opener', unitCode: 'AG', seesSupervisor: true },
  { role: 'supervisor', unitCode: null, seesSupervisor: true },
]

interface Recording {
  readonly entries: Entry[]
  readonly state: SessionState
  do(actor: Actor, command: Command, minutesAfterOpening: number): void
}

/** Decides commands and records their entries; the entries of each `salt` have different hashes. */
function record(salt: string): Recording {
  const entries: Entry[] = []
  const state = initial()
  return {
    entries,
    state,
    do(actor, command, minutes) {
      const now = opensAt + minutes * 60_000
      const decided = decide(state, command, { now, actor, rules })
      if (!decided.ok) throw new Error(`${command.type}: ${decided.error.code}`)
      for (const event of decided.value) {
        const previous = entries.at(-1)?.hash ?? genesisHash(session)
        const place = {
          seq: entries.length + 1,
          at: isoTime(now),
          actor: actor.id,
          role: actor.role,
          previous,
        }
        const entry = recordEntry(event, { ...place, commandId: `c${entries.length}` }, () => salt)
        entries.push(entry)
        applyEntry(state, entry)
      }
    },
  }
}

/** The whole log of one opening with three bidders, from its publication to its end. */
export function openingLog(salt = '00'): Entry[] {
  const log = record(salt)
  prepare(log)
  open(log)
  end(log)
  return log.entries
}

function prepare(log: Recording): void {
  const title = { zh: '投标报价', en: 'Price' }
  const price = { key: 'price', title, kind: 'money', unit: '元', decimals: 2 } as const
  const published = tender({ agencyCode: 'AG', opensAt: isoTime(opensAt), columns: [price] })
  log.do(platform, { type: 'PublishTender', payload: { tender: published } }, -200)
  for (const code of bidders) {
    const payload = { bidderCode: code, name: `Company ${code}`, certificate: `pem-${code}` }
    log.do(platform, { type: 'EnrolBidder', payload }, -100)
  }
  for (const code of bidders) {
    const file = { fileId: `file-${code}`, fileName: `${code}.bid`, ciphertextHash: code, ciphertextSize: 9 }
    const from = { address: '10.0.0.1', hardwareSerial: null }
    const payload = { kind: 'technical' as const, ...file, contentCommitment: code, manifest: code, ...from }
    log.do(bidderOf(code), { type: 'SubmitBid', payload }, -50)
  }
  for (const actor of [opener, supervisor, ...bidders.map(bidderOf)]) {
    log.do(actor, { type: 'EnterSession', payload: { address: '10.0.0.1' } }, 0)
  }
  const names = { opener: 'A', announcer: 'B', recorder: 'C', supervisor: '' }
  const ids = { opener: '', announcer: '11010519491231002X', recorder: '11010519491231002X', supervisor: '' }
  log.do(opener, { type: 'RecordPersonInfo', payload: { names, ids } }, 1)
}

function open(log: Recording): void {
  log.do(opener, { type: 'EnterBidOpening', payload: {} }, 2)
  log.do(opener, { type: 'StartDecryption', payload: { limitMinutes: 30 } }, 3)
  for (const [index, code] of ['B3', 'B1'].entries()) {
    const figures = { price: `${index + 1}00.50` }
    const outcome = { ok: true as const, figures, documents: [] }
    decrypt(log, code, 'certificate', outcome, 4 + index)
  }
  decrypt(log, 'B2', 'file-key', { ok: false, cause: 'wrong-key' }, 7)
  log.do(systemActor, { type: 'CloseDecryption', payload: { health: null } }, 34)
  log.do(opener, { type: 'EnterAnnouncement', payload: {} }, 35)
  log.do(opener, { type: 'PostMessage', payload: { message: 'hello' } }, 36)
}

function decrypt(
  log: Recording,
  code: string,
  method: DecryptionMethod,
  outcome: OpeningOutcome,
  minutes: number,
): void {
  const fileId = `file-${code}`
  const payload = { fileId, method, fileIdentity: `key-${code}` }
  log.do(bidderOf(code), { type: 'DecryptBid', payload }, minutes)
  log.do(systemActor, { type: 'SettleFile', payload: { bidderCode: code, fileId, outcome } }, minutes)
}

function end(log: Recording): void {
  const signature = { signer: 'x', fingerprint: 'y', jws: 'z' }
  log.do(opener, { type: 'StartReading', payload: { pace: null } }, 37)
  for (const position of [2, 3]) log.do(opener, { type: 'ReadNext', payload: { position } }, 38)
  log.do(opener, { type: 'FinishReading', payload: {} }, 39)
  log.do(opener, { type: 'EnterEnd', payload: {} }, 40)
  log.do(opener, { type: 'StartConfirmation', payload: { limitMinutes: 10 } }, 41)
  const overview = { signature, overviewHash: overviewHash(log.state) }
  log.do(bidderOf('B1'), { type: 'ConfirmOverview', payload: overview }, 42)
  log.do(systemActor, { type: 'CloseConfirmation', payload: {} }, 52)
  log.do(opener, { type: 'StartSigning', payload: { limitMinutes: 15 } }, 53)
  const signed = { signature, recordHash: log.state.signing?.recordHash ?? recordHash(log.state) }
  for (const code of ['B1', 'B3']) log.do(bidderOf(code), { type: 'SignRecord', payload: signed }, 54)
  log.do(opener, { type: 'ConfirmSigning', payload: {} }, 55)
  log.do(opener, { type: 'EndOpening', payload: {} }, 56)
}

/** Entries `from`…`to` of a log as a message, seen by a viewer. */
export function message(
  log: readonly Entry[],
  from: number,
  to: number,
  {
    epoch = 'A',
    head = log.length,
    viewer = viewers[0],
  }: { epoch?: string; head?: number; viewer?: Viewer } = {},
): EventsMessage {
  if (!viewer) throw new Error('no viewer')
  const entries = log.slice(from - 1, to).map((entry) => viewFor(viewer, entry))
  return { epoch, from, to, head, entries } as unknown as EventsMessage
}

/** The same as a log message. */
export function events(...parts: Parameters<typeof message>): LogMessage {
  return { kind: 'events', body: message(...parts) }
}

/** The first `length` entries as a bidder's preview has them. */
export function previewOf(log: readonly Entry[], length: number, viewer = viewers[0]): LogMessage {
  if (!viewer) throw new Error('no viewer')
  const epoch = epochOfPreview('A', viewer.unitCode ?? '')
  const entries: Entry[] = []
  for (const entry of log.slice(0, length)) {
    const previous = entries.at(-1)?.hash ?? startOfEpoch(session, epoch)
    const place = { seq: entries.length + 1, previous }
    const moved = previewEntry(viewer, entry, place, () => canonicalParts(entry), sha256Hex)
    if (moved) entries.push(moved)
  }
  const head = entries.length
  return { kind: 'events', body: { epoch, from: 1, to: head, head, entries } as unknown as EventsMessage }
}

interface SnapshotOptions {
  readonly epoch?: string
  readonly head?: number
  readonly viewer?: Viewer | undefined
}

/** The fold of a log's first `seq` entries as a message, seen by a viewer; through JSON, as on the wire. */
export function snapshot(
  log: readonly Entry[],
  seq: number,
  { viewer = viewers[0], ...options }: SnapshotOptions = {},
): SnapshotMessage {
  if (!viewer) throw new Error('no viewer')
  const own = ownPart(viewer, fold(log.slice(0, seq)))
  const shared = wholeSnapshot(log, seq, { ...options, viewer: sharedViewer(viewer) })
  return { ...shared, own: JSON.parse(JSON.stringify(own)) }
}

/** The same as REST answers it, in one part. */
export function wholeSnapshot(
  log: readonly Entry[],
  seq: number,
  { epoch = 'A', head = log.length, viewer = viewers[0] }: SnapshotOptions = {},
): WholeSnapshot {
  if (!viewer) throw new Error('no viewer')
  const hash = log[seq - 1]?.hash ?? genesisHash(session)
  const state = viewState(viewer, fold(log.slice(0, seq)))
  return { epoch, seq, hash, head, state: JSON.parse(JSON.stringify(state)) }
}

/** The fold of what a viewer may see. */
export function foldFor(viewer: Viewer, log: readonly Entry[]): SessionState {
  return fold(log.map((entry) => viewFor(viewer, entry)))
}

function fold(entries: readonly VisibleEntry[]): SessionState {
  const state = initial()
  for (const entry of entries) applyEntry(state, entry)
  return state
}
