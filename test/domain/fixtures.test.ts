import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { applyEntry, entryIsWhole } from '#domain/log/entry.ts'
import { type EventType, eventVersions } from '#domain/session/event.ts'
import { flow } from '#domain/session/flow.ts'
import type { SessionState } from '#domain/session/state.ts'
import { drawId } from '#test/draw/draw-commands.ts'
import { type Fixture, fixtureFolder, fixturePath, sessionAt } from './record-fixtures.ts'
import {
  figuresOf,
  fileId,
  ids,
  letterHash,
  names,
  objectionId,
  objectionText,
  replyText,
  signatureOf,
  staffContact,
  staffMemberId,
  tenderFile,
} from './sample-actors.ts'
import { schemaProblem } from './schema-problem.ts'

const at = '2026-03-02T01:31:00.000Z'
const window = { issuedAt: at, deadline: at, closed: false }

/** Part of what the first bidder's state becomes. */
function first(change: object): object {
  return { bidders: { B0001: change } }
}

/** A change of the first bidder's technical file. In old versions a bid was only that file. */
function technical(change: object): object {
  return first({ files: { technical: { kind: 'technical', ...change } } })
}

/** Part of what the draw's state becomes. */
function drawBecomes(change: object): object {
  return { draws: { [drawId]: change } }
}

/** The effect of each event type on a session since it was first written. */
const meaning: Readonly<Record<EventType, object>> = {
  TenderPublished: { tender: { sectionName: '二标段', envelopes: 1, openingMode: '', depositForm: 0 } },
  TenderFileImported: {
    tender: { evaluationMethod: '合理低价法', industry: 3, billOfQuantities: true },
    tenderFiles: { technical: { ...tenderFile(1), isRead: true, at } },
  },
  EvaluationParametersSet: {
    tender: { industry: 4, billOfQuantities: true, drawNote: '抽取K值' },
    controlPrice: { price: '4860000.50', remark: '含暂列金额', file: null, disclosed: false },
  },
  ControlPriceDisclosed: {
    tender: { ceilingPrice: '4860000.50', ceilingRemark: '含暂列金额' },
    controlPrice: { price: '4860000.50', disclosed: true, file: tenderFile(1) },
  },
  BidderEnrolled: { bidders: { B0003: { name: '投标人3', certificate: 'certificate-of-3' } } },
  BidSubmitted: technical({ submission: { fileId: fileId(1, 2), ciphertextHash: '2'.repeat(64), at } }),
  ParticipantEntered: { ...first({ entered: true }), entrants: { 'account-of-B0001': { role: 'bidder' } } },
  PersonInfoRecorded: { persons: names, personIds: ids },
  WorkerAdded: {
    workers: { [staffMemberId(1)]: { kind: 'agency-staff', name: '现场人员1', contact: staffContact } },
    workerOrder: [staffMemberId(1)],
  },
  WorkerEdited: { workers: { [staffMemberId(1)]: { name: '新现场人员', contact: '/' } } },
  WorkerRemoved: { workerOrder: [staffMemberId(2)] },
  CommitmentLetterCreated: { letters: { B0001: { letterHash: letterHash(1), signature: null } } },
  CommitmentLetterSigned: {
    letters: { B0001: { signature: { ...signatureOf(1, 'commitment-letter'), at } } },
  },
  CommitmentLetterDeclined: { letters: { B0001: { declinedAt: at, signature: null } } },
  DrawDeclared: {
    drawOrder: [drawId],
    draws: { [drawId]: { attempt: 1, phase: 'joining', secret: '5e'.repeat(32), declaredAt: at } },
  },
  DrawJoined: drawBecomes({
    joined: { B0001: { role: 'bidder', commitment: 'c2'.repeat(32), value: null } },
  }),
  DrawJoiningClosed: drawBecomes({ phase: 'revealing', contributors: ['c2'.repeat(32)], revealBy: at }),
  DrawRevealed: drawBecomes({ joined: { B0001: { value: 'a2'.repeat(32), revealedAt: at } } }),
  DrawDecided: drawBecomes({ phase: 'decided', outcome: { results: [{ index: 1, value: '0.8' }], at } }),
  DrawVoided: drawBecomes({ phase: 'void', voided: [{ attempt: 1, cause: 'withheld' }] }),
  BidOpeningEntered: { flow: flow.opening },
  BidsFrozen: {
    ...technical({ submission: { fileId: fileId(1) }, file: { status: 'sealed' } }),
    frozen: true,
    order: ['B0001', 'B0002', 'B0003'],
  },
  DecryptionStarted: { status: 'opening', decryption: { ...window, limitMinutes: 30, cause: null } },
  BidImportStarted: {
    status: 'opening',
    decryption: { limitMinutes: null, issuedAt: at, deadline: null, closed: false, cause: null },
    ...technical({ file: { status: 'opening', method: 'none', at }, fileIdentity: null }),
  },
  FileKeyHandedOver: first({
    files: {
      technical: { file: { status: 'opening', method: 'certificate', at }, fileIdentity: 'AGE-SECRET-KEY-1' },
    },
  }),
  BackupFileAccepted: technical({ file: { status: 'opening', method: 'file-key', at } }),
  DecryptionExtended: { decryption: { deadline: at, closed: false } },
  DecryptionReopened: { decryption: { limitMinutes: 10, issuedAt: at, deadline: at, closed: false } },
  DecryptionProlonged: { decryption: { deadline: at, prolongedFor: [{}] } },
  BidDecrypted: technical({
    file: { status: 'decrypted', method: 'file-key', at },
    fileIdentity: 'AGE-SECRET-KEY-1',
  }),
  BidImported: technical({
    file: { status: 'imported', at, documentCount: 1 },
    opened: figuresOf(1),
  }),
  DecryptionRefused: technical({ file: { status: 'refused', cause: 'wrong-key', at } }),
  DecryptionClosed: { decryption: { closed: true, cause: 'time-out' } },
  WindowHealthRecorded: { decryption: { outages: [{ from: at, to: '2026-03-02T01:32:00.000Z' }] } },
  BidderLineRecorded: first({ line: { connected: [{ from: at }], seconds: 60, losses: 1 } }),
  BidFailed: technical({ file: { status: 'failed', kind: 'withdrawn', cause: 'damaged-file', at } }),
  BidMarked: first({ invalid: { note: '未递交保证金' } }),
  AnnouncementStarted: { flow: flow.announcement, announcement: { startedAt: at, bidderCount: 2 } },
  BidAnnounced: first({ figures: figuresOf(1) }),
  FlowReset: { flow: 15 },
  EndEntered: { flow: flow.end },
  ConfirmationStarted: { confirmation: { ...window, limitMinutes: 10 } },
  OverviewConfirmed: first({ confirmed: 'bidder', confirmation: signatureOf(1, 'overview') }),
  ConfirmationClosed: { confirmation: { closed: true } },
  BidRemarked: first({ remark: '报价含暂列金额' }),
  RemarksRecorded: { remarks: '开标过程无异常。' },
  SigningStarted: { signing: { ...window, limitMinutes: 15, recordHash: 'e'.repeat(64), confirmed: false } },
  SigningExtended: { signing: { deadline: at, closed: false } },
  RecordSigned: first({ signature: { ...signatureOf(1), at } }),
  SigningClosed: { signing: { closed: true } },
  SigningConfirmed: { signing: { closed: true, confirmed: true, unsigned: ['B0002'] } },
  MessagePosted: {},
  ObjectionRaised: {
    objections: { [objectionId(1)]: { content: objectionText, at, reply: null, read: false } },
  },
  ObjectionReplied: { objections: { [objectionId(1)]: { reply: { content: replyText, at } } } },
  ObjectionRead: { objections: { [objectionId(1)]: { read: true } } },
  EnvelopeEnded: { status: 'to-be-opened', flow: flow.ended, stage: { number: 1, firstEndedAt: at } },
  SecondEnvelopeCalled: { stage: { number: 2 } },
  OpeningEnded: { status: 'opened', flow: flow.ended, endedAt: at },
  LotStatusChanged: { lot: 'failed', status: 'failed' },
}

/** Events after which the test's session is as before. */
const changeNothing: readonly EventType[] = ['MessagePosted', 'ConfirmationClosed']

/** Every version so far. */
const recordings = (Object.keys(meaning) as EventType[]).flatMap((type) =>
  Array.from({ length: eventVersions[type] }, (_, i) => [type, i + 1] as const),
)

describe.each(recordings)('a recorded %s of version %d', (type, version) => {
  test('[LOG-4] exists, verifies and keeps its meaning', () => {
    const path = fixturePath(type, version)
    expect(existsSync(path), 'record it: npx tsx test/domain/record-fixtures.ts').toBe(true)
    const { stage, entry }: Fixture = JSON.parse(readFileSync(path, 'utf8'))
    expect({ type: entry.type, version: entry.version }).toEqual({ type, version })
    expect(entryIsWhole(entry)).toBe(true)
    expect(schemaProblem(entry)).toBeNull()
    const state: SessionState = sessionAt(stage).state
    if (!changeNothing.includes(type)) expect(state).not.toMatchObject(meaning[type])
    applyEntry(state, entry)
    expect(state).toMatchObject(meaning[type])
    expect(state.seq).toBe(entry.seq)
  })
})

test('every fixture is of a known type', () => {
  const files = readdirSync(fixtureFolder).map((file) => `${fixtureFolder}/${file}`)
  expect(files.sort()).toEqual(recordings.map(([type, version]) => fixturePath(type, version)).sort())
})
