import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { applyEntry, entryIsWhole } from '#domain/log/entry.ts'
import { signedByOf } from '#domain/session/certificate-signature.ts'
import { type EventType, eventVersions } from '#domain/session/event.ts'
import { flow } from '#domain/session/flow.ts'
import type { SessionState } from '#domain/session/state.ts'
import { drawId } from '#test/draw/draw-commands.ts'
import { agencyCode } from '#test/support/sample-tender.ts'
import { type Fixture, fixtureFolder, fixturePath, sessionAt } from './record-fixtures.ts'
import {
  attachmentOf,
  documentId,
  figuresOf,
  fileId,
  ids,
  letterHash,
  messageText,
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

function reading(change: object) {
  return { announcement: { reading: change } }
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
  ParticipantEntered: {
    ...first({ entered: true, enteredAt: at }),
    entrants: { 'account-of-B0001': { role: 'bidder' } },
  },
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
  ReadingStarted: reading({ startedAt: at, pace: 20, position: 0, paused: false, endedAt: null }),
  BidRead: reading({ bidderCode: 'B0002', position: 2, since: at }),
  BidReadAgain: reading({ bidderCode: 'B0001', position: 1, since: at }),
  ReadingPaused: reading({ paused: true }),
  ReadingResumed: reading({ paused: false, since: at }),
  ReadingPaceSet: reading({ pace: 30, since: at }),
  ReadingFinished: reading({ endedAt: at, cutShort: null }),
  ReadingCutShort: reading({ position: 0, endedAt: at, cutShort: '停电' }),
  RowChecked: first({ rowCheck: { answer: 'disputed', text: '工期有误', at } }),
  DisputeReplied: first({ rowCheck: { text: '工期有误', reply: { content: replyText, at } } }),
  InquiryStarted: {
    inquiry: { ...window, limitMinutes: 3, warningMilliseconds: 60_000, outcome: null, answers: {} },
  },
  InquiryAnswered: { inquiry: { answers: { B0002: { objects: false, text: '', at, reply: null } } } },
  InquiryReplied: { inquiry: { answers: { B0001: { reply: { content: replyText, at } } } } },
  InquiryProlonged: { inquiry: { deadline: at, prolongedFor: [{}] } },
  InquiryClosed: {
    inquiry: { closed: true, outcome: { at, cause: 'time-out', answered: 1, objecting: 1, silent: 1 } },
  },
  FlowReset: { flow: 15 },
  BasePriceParticipationSet: {
    basePrice: {
      participations: [{ bidderCode: 'B0001', takesPart: false, joinReason: '', leaveReason: '报价存疑' }],
    },
  },
  BasePriceCalculated: { basePrice: { calculated: { price: '1000001.50', unit: '元', at } } },
  BasePriceSaved: { basePrice: { saved: { price: '1000001.50', at } } },
  ReviewGroupStarted: { basePrice: { reviewGroup: { price: '10000001.50', at } } },
  EndEntered: { flow: flow.end },
  ConfirmationStarted: { confirmation: { ...window, limitMinutes: 10 } },
  ConfirmationProlonged: { confirmation: { deadline: at, prolongedFor: [{}] } },
  OverviewConfirmed: first({ confirmed: 'bidder', confirmation: signedByOf(signatureOf(1)) }),
  ConfirmationClosed: { confirmation: { closed: true } },
  ConfirmationEnded: {
    confirmation: { closed: true, ended: { at, reason: '均已口头确认' } },
  },
  BidRemarked: first({ remark: '报价含暂列金额' }),
  RemarksRecorded: { remarks: '开标过程无异常。' },
  ReportInfoRecorded: { reportInfo: { representative: '赵代表', recorder: '周记录', otherMatters: '无' } },
  SigningStarted: { signing: { ...window, limitMinutes: 15, recordHash: 'e'.repeat(64), confirmed: false } },
  SigningExtended: { signing: { deadline: at, closed: false } },
  SigningProlonged: { signing: { deadline: at, prolongedFor: [{}] } },
  RecordSigned: first({
    signature: { ...signedByOf(signatureOf(1)), at, signedAs: {}, proof: { jws: signatureOf(1).jws } },
  }),
  OpenerSignedRecord: {
    signing: {
      opener: {
        ...{ ...signedByOf(signatureOf(3)), unitCode: agencyCode, at, signedAs: { name: '张三' } },
        proof: { jws: signatureOf(3).jws, cms: 'MIIC' },
      },
    },
  },
  RecordPdfSigned: {},
  SigningClosed: { signing: { closed: true } },
  SigningConfirmed: { signing: { closed: true, confirmed: true, unsigned: ['B0002'] } },
  MessagePosted: {},
  MessageSent: {
    messages: [{ from: 'bidder', name: '投标人1', text: messageText, bidderCode: 'B0001', at }],
  },
  MessageAnswered: {
    messages: [{ from: 'opener', name: '王主持', text: replyText, bidderCode: 'B0001', at }],
  },
  ObjectionRaised: {
    objections: { [objectionId(1)]: { content: objectionText, at, reply: null, read: false } },
  },
  ObjectionReplied: { objections: { [objectionId(1)]: { reply: { content: replyText, at } } } },
  ObjectionRead: { objections: { [objectionId(1)]: { read: true } } },
  DocumentFiled: {
    documents: [{ documentId: documentId(1), kind: 'overview', version: 1, at, withdrawn: null }],
  },
  DocumentWithdrawn: { documents: [{ documentId: documentId(1), withdrawn: { at, reason: '已被替换' } }] },
  EnvelopeEnded: { status: 'to-be-opened', flow: flow.ended, stage: { number: 1, firstEndedAt: at } },
  SecondEnvelopeCalled: { stage: { number: 2 } },
  OpeningEnded: { status: 'opened', flow: flow.ended, endedAt: at },
  DepositEdited: first({ depositEdit: { account: '6222 0000', status: '已缴纳', mode: null } }),
  OpeningFileAdded: { openingFiles: [{ purpose: 'problem', file: attachmentOf(2), at }] },
  OpeningFileRemoved: { openingFiles: [] },
  ContactShown: {},
  EvaluationStatusChanged: { evaluationStatus: 'evaluating' },
  LotStatusChanged: { lot: 'failed', status: 'failed' },
  OpeningHalted: {
    lot: 'paused',
    haltedAt: at,
    interruptions: [{ lot: 'paused', reason: '停电', recorder: '周记录', name: '王主持', until: null }],
  },
  OpeningResumed: { lot: 'open', haltedAt: null, interruptions: [{ lot: 'paused', until: at }] },
  FailureDeclared: {
    lot: 'failure-pending',
    interruptions: [
      {
        reason: '解密成功的投标人不足3家',
        failure: { agent: '李代理', over: 'open', decision: null, signature: { signer: '投标人1' } },
      },
    ],
  },
  FailureDecided: {
    lot: 'failed',
    status: 'failed',
    interruptions: [
      { lot: 'paused' },
      { lot: 'failed', until: null, failure: { over: 'paused', decision: { approved: true, at } } },
    ],
  },
}

/** Events after which the test's session is as before. */
const changeNothing: readonly EventType[] = [
  ...(['MessagePosted', 'ConfirmationClosed', 'ContactShown'] as const),
  // The recorded one's bidder has not signed the record itself.
  'RecordPdfSigned',
]

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
