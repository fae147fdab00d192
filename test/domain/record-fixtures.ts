import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import type { Calculation } from '#domain/base-price/working.ts'
import { noDepositEdit } from '#domain/deposits/deposit-edit.ts'
import type { Entry } from '#domain/log/entry.ts'
import { type Actor, systemActor } from '#domain/session/actor.ts'
import { type EventType, event, eventVersions, type SessionEvent } from '#domain/session/event.ts'
import { isoTime } from '#lib/time.ts'
import { agencyCode, tender } from '#test/support/sample-tender.ts'
import { drawId } from '../draw/draw-commands.ts'
import { present } from './given.ts'
import * as histories from './histories.ts'
import {
  attachmentOf,
  bidder,
  bidderCode,
  documentHash,
  documentId,
  figuresOf,
  fileId,
  ids,
  imported,
  minute,
  names,
  opener,
  platform,
  signatureOf,
  staffMemberId,
  tenderFile,
} from './sample-actors.ts'
import { openingOf, recorded, type Stage } from './session.ts'

/**
 * `npx tsx test/domain/record-fixtures.ts` records one entry of every event type that has none yet, as the code of
 * that day writes it. What is there is never written again: it stands for the logs that are out in the world.
 */

export const fixtureFolder = 'test/fixtures/events'

/** Where a session stands when a fixture's entry is folded in. */
export function sessionAt(stage: Stage) {
  return openingOf(
    [1, 2].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n) })),
    stage,
  )
}

export interface Fixture {
  readonly stage: Stage
  readonly entry: Entry
}

const bid = { bidderCode: bidderCode(1), fileId: fileId(1) }
const deadline = isoTime(present)
const outage = { from: deadline, to: isoTime(present + minute) }
const said = histories.repliedDispute(1, deadline)
const line = { connected: [outage], seconds: 60, losses: 1 }
const attempt = { drawId, attempt: 1 }

const signedAs = { name: '张三', kind: 'person', envelopeFlag: 1, way: 'scan' } as const
const attendance = { takesPart: true, why: 'rule', reason: '', place: 'counted' } as const
const operand = { unit: null, parameter: null } as const
const calculation: Calculation = {
  column: 'price',
  unit: '元',
  bids: [
    { bidderCode: bidderCode(1), price: '1000001.50', ...attendance },
    { bidderCode: bidderCode(2), price: '1000001.50', ...attendance },
  ],
  steps: [
    {
      label: 'sum',
      operands: [1, 2].map(() => ({ name: 'price', value: '1000001.50', ...operand })),
      result: '2000003',
    },
    {
      label: 'mean',
      operands: [
        { name: 'sum', value: '2000003', ...operand },
        { name: 'count', value: '2', ...operand },
      ],
      result: '1000001.5',
    },
    {
      label: 'round',
      operands: [{ name: 'value', value: '1000001.5', ...operand }],
      result: '1000001.50',
    },
  ],
  price: '1000001.50',
  checks: [
    {
      bidderCode: bidderCode(1),
      lowerRate: '0.00',
      band: 'above',
      theory: [{ item: 'total', share: '100.00', least: '85', isBelow: false }],
    },
  ],
}

const samples: readonly [stage: Stage, actor: Actor, event: SessionEvent][] = [
  ['submitted', platform, event('TenderPublished', { tender: tender({ sectionName: '二标段' }) })],
  [
    'submitted',
    opener,
    imported({
      content: {
        projectInfo: [{ title: { zh: '资金来源', en: 'Funding' }, value: '财政资金' }],
        evaluationRules: [{ title: { zh: '评标办法', en: 'Method' }, value: '合理低价法' }],
        parameters: { evaluationMethod: '合理低价法', industry: 3, billOfQuantities: true },
        priceColumns: [],
        bidForm: [],
      },
      changed: ['project-info', 'evaluation-rules', 'parameters'],
    }),
  ],
  [
    'submitted',
    opener,
    event(
      'EvaluationParametersSet',
      { changes: { industry: 4, billOfQuantities: true, drawNote: '抽取K值' }, controlPriceSet: true },
      { controlPrice: { price: '4860000.50', remark: '含暂列金额' } },
    ),
  ],
  [
    'decrypting',
    opener,
    event('ControlPriceDisclosed', {
      price: '4860000.50',
      remark: '含暂列金额',
      file: { ...tenderFile(1), at: deadline, isRead: true, attachments: [] },
    }),
  ],
  ['submitted', platform, histories.enrolment(3)],
  ['submitted', bidder(1), histories.submissionOf(1, 2)],
  [
    'submitted',
    bidder(1),
    event(
      'ParticipantEntered',
      { role: 'bidder', bidderCode: bidderCode(1), name: '投标人1' },
      { address: '10.0.0.9' },
    ),
  ],
  ['submitted', opener, event('PersonInfoRecorded', { names }, { ids })],
  ['submitted', opener, histories.staffMember(1)],
  [
    'staffed',
    opener,
    event(
      'WorkerEdited',
      { workerId: staffMemberId(1), kind: 'agency-staff', name: '新现场人员', unit: '代理公司' },
      { contact: '/' },
    ),
  ],
  [
    'staffed',
    opener,
    event('WorkerRemoved', { workerId: staffMemberId(1), kind: 'agency-staff', name: '现场人员1' }),
  ],
  ['submitted', bidder(1), histories.letter(1)],
  ['staffed', bidder(1), histories.signedLetter(1)],
  ['staffed', bidder(1), histories.declinedLetter(1)],
  [
    'submitted',
    opener,
    event(
      'DrawDeclared',
      {
        ...{ ...attempt, kind: 'a-g', subject: '', rule: 'hmac-sha256/1' },
        parts: [
          { parameter: 'a', drawer: '刘抽取', range: null, candidates: ['0.7', '0.8', '0.9'] },
          { parameter: 'g', drawer: '周抽取', range: null, candidates: ['3', '4', '5'] },
        ],
        serverCommitment: 'c1'.repeat(32),
        joinBy: deadline,
      },
      { secret: '5e'.repeat(32) },
    ),
  ],
  [
    'drawing',
    bidder(1),
    event('DrawJoined', { ...attempt, bidderCode: bidderCode(1), commitment: 'c2'.repeat(32) }),
  ],
  [
    'drawing',
    opener,
    event('DrawJoiningClosed', { ...attempt, contributors: ['c2'.repeat(32)], revealBy: deadline }),
  ],
  [
    'drawing',
    bidder(1),
    event('DrawRevealed', { ...attempt, bidderCode: bidderCode(1), value: 'a2'.repeat(32) }),
  ],
  [
    'drawing',
    systemActor,
    event('DrawDecided', {
      ...{ ...attempt, seed: '5d'.repeat(32), values: ['5e'.repeat(32), 'a2'.repeat(32)] },
      results: [{ index: 1, value: '0.8', saved: '0.8' }],
    }),
  ],
  [
    'drawing',
    systemActor,
    event(
      'DrawVoided',
      { ...attempt, cause: 'withheld', withheld: ['c2'.repeat(32)] },
      { who: [{ role: 'bidder', bidderCode: bidderCode(1) }] },
    ),
  ],
  ['submitted', opener, event('BidOpeningEntered', {})],
  ['submitted', opener, histories.frozen],
  ['submitted', opener, event('DecryptionStarted', { limitMinutes: 30, deadline })],
  ['submitted', opener, event('BidImportStarted', {})],
  ['decrypting', bidder(1), histories.handedOver(1)],
  ['damaged', bidder(1), event('BackupFileAccepted', { ...bid, ciphertextHash: '1'.repeat(64) })],
  ['decrypting', opener, event('DecryptionExtended', { minutes: 10, deadline })],
  [
    'decrypting',
    opener,
    event('DecryptionReopened', { limitMinutes: 10, deadline, reason: '开标大厅中断', files: [bid] }),
  ],
  ['decrypting', systemActor, event('DecryptionProlonged', { outages: [outage], seconds: 20, deadline })],
  [
    'decrypting',
    bidder(1),
    event('BidDecrypted', { ...bid, method: 'file-key' }, { fileIdentity: 'AGE-SECRET-KEY-1' }),
  ],
  [
    'decrypting',
    bidder(1),
    event(
      'BidImported',
      { ...bid, documentCount: 1 },
      { figures: figuresOf(1), documents: [{ name: '技术标.pdf', size: 1024 }] },
    ),
  ],
  [
    'decrypting',
    bidder(1),
    event('DecryptionRefused', { ...bid, method: 'certificate', cause: 'wrong-key' }),
  ],
  ['decrypting', systemActor, event('DecryptionClosed', { cause: 'time-out' })],
  [
    'decrypting',
    systemActor,
    event('WindowHealthRecorded', { window: { from: deadline, to: deadline }, outages: [outage] }),
  ],
  ['decrypting', systemActor, event('BidderLineRecorded', { bidderCode: bidderCode(1), line })],
  ['decrypting', systemActor, event('BidFailed', { ...bid, kind: 'withdrawn', cause: 'damaged-file' })],
  [
    'decrypted',
    opener,
    event('BidMarked', { bidderCode: bidderCode(1), invalid: true, note: '未递交保证金' }),
  ],
  ['decrypted', opener, event('AnnouncementStarted', { bidderCount: 2 })],
  ['decrypted', opener, event('BidAnnounced', { bidderCode: bidderCode(1), figures: figuresOf(1) })],
  ['announced', opener, event('ReadingStarted', { pace: 20 })],
  ['reading', opener, event('BidRead', { bidderCode: bidderCode(2), position: 2 })],
  ['reading', opener, event('BidReadAgain', { bidderCode: bidderCode(1), position: 1 })],
  ['reading', opener, event('ReadingPaused', {})],
  ['reading', opener, event('ReadingResumed', {})],
  ['reading', opener, event('ReadingPaceSet', { pace: 30 })],
  ['reading', opener, event('ReadingFinished', {})],
  ['announced', opener, event('ReadingCutShort', { reason: '停电' })],
  ['reading', bidder(1), histories.dispute(1)],
  ['disputed', opener, histories.disputeReply(1)],
  ['reading', opener, event('InquiryStarted', { limitMinutes: 3, deadline, warningMilliseconds: 60_000 })],
  ['inquiring', bidder(2), event('InquiryAnswered', { bidderCode: bidderCode(2), objects: false, text: '' })],
  ['inquiring', opener, histories.inquiryReply(1)],
  ['inquiring', systemActor, event('InquiryProlonged', { outages: [outage], seconds: 20, deadline })],
  [
    'inquiring',
    systemActor,
    event('InquiryClosed', { cause: 'time-out', answered: 1, objecting: 1, silent: 1 }),
  ],
  ['announced', opener, event('FlowReset', { flow: 15 })],
  [
    'announced',
    opener,
    event('BasePriceParticipationSet', { bidderCode: bidderCode(1), takesPart: false, reason: '报价存疑' }),
  ],
  ['announced', opener, event('BasePriceCalculated', { calculation })],
  ['announced', opener, event('BasePriceSaved', { price: '1000001.50' })],
  ['announced', opener, event('ReviewGroupStarted', { price: '10000001.50' })],
  ['announced', opener, event('EndEntered', {})],
  [
    'announced',
    opener,
    event('ConfirmationStarted', { limitMinutes: 10, deadline, overviewHash: documentHash(1) }),
  ],
  ['announced', bidder(1), histories.confirmation(1)],
  ['confirmed', systemActor, event('ConfirmationProlonged', { outages: [outage], seconds: 20, deadline })],
  ['confirmed', systemActor, event('ConfirmationClosed', { unconfirmed: [bidderCode(2)] })],
  ['confirmed', opener, event('ConfirmationEnded', { reason: '均已口头确认', automatic: [bidderCode(2)] })],
  ['announced', opener, event('BidRemarked', { bidderCode: bidderCode(1), remark: '报价含暂列金额' })],
  ['announced', opener, event('RemarksRecorded', { remarks: '开标过程无异常。' })],
  [
    'announced',
    opener,
    event('ReportInfoRecorded', {
      info: { representative: '赵代表', recorder: '周记录', otherMatters: '无' },
    }),
  ],
  ['confirmed', opener, event('SigningStarted', histories.signingStarted(deadline, 'e'.repeat(64), [said]))],
  ['signing', opener, event('SigningExtended', { minutes: 5, deadline })],
  ['signing', systemActor, event('SigningProlonged', { outages: [outage], seconds: 20, deadline })],
  ['confirmed', bidder(1), histories.recordSigned(1, signedAs, 'MIIC')],
  [
    'signing',
    opener,
    event('OpenerSignedRecord', { unitCode: agencyCode, signature: signatureOf(3), signedAs, cms: 'MIIC' }),
  ],
  ['signing', bidder(1), event('RecordPdfSigned', { bidderCode: bidderCode(1), cms: 'MIIC' })],
  ['signing', systemActor, event('SigningClosed', {})],
  ['signing', opener, event('SigningConfirmed', { unsigned: [bidderCode(2)] })],
  ['announced', opener, event('MessagePosted', { message: '请各投标人稍候', name: opener.name })],
  ['submitted', bidder(1), histories.messageOf(1)],
  ['submitted', opener, histories.answerTo(1)],
  ['submitted', bidder(1), histories.objectionWith(attachmentOf(1))],
  ['objected', opener, histories.reply(1)],
  ['objected', bidder(1), histories.readReply(1)],
  ['announced', opener, histories.filed(1)],
  [
    'filed',
    opener,
    event('DocumentWithdrawn', { documentId: documentId(1), reason: '已被替换', by: opener.name }),
  ],
  ['signing', opener, event('EnvelopeEnded', {})],
  ['signing', platform, event('SecondEnvelopeCalled', { personInfo: 'kept' })],
  ['signing', opener, event('OpeningEnded', {})],
  [
    'submitted',
    opener,
    event('DepositEdited', {
      bidderCode: bidderCode(1),
      edit: { ...noDepositEdit, account: '6222 0000', status: '已缴纳' },
    }),
  ],
  ['submitted', opener, event('OpeningFileAdded', { purpose: 'problem', file: attachmentOf(2) })],
  [
    'filed',
    opener,
    event('OpeningFileRemoved', {
      purpose: 'deposit-check',
      fileId: attachmentOf(3).fileId,
      name: attachmentOf(3).name,
    }),
  ],
  ['ended', opener, event('ContactShown', { bidderCode: bidderCode(1), name: opener.name })],
  ['ended', platform, event('EvaluationStatusChanged', { status: 'evaluating' })],
  ['announced', platform, event('LotStatusChanged', { lot: 'failed', reason: '采购任务取消' })],
  [
    'decrypting',
    opener,
    event('OpeningHalted', { kind: 'paused', reason: '停电', recorder: '周记录', name: opener.name }),
  ],
  ['paused', opener, event('OpeningResumed', { name: opener.name })],
  [
    'decrypting',
    opener,
    event('FailureDeclared', {
      ...{ reason: '解密成功的投标人不足3家', recorder: '周记录', name: opener.name },
      ...{ agent: '李代理', signature: signatureOf(1, 'failure') },
    }),
  ],
  ['failing', platform, event('FailureDecided', { approved: true, reason: '同意流标' })],
]

/** The first version of a type is named by the type alone, a later one by type and version. */
export function fixturePath(type: EventType, version = 1): string {
  return `${fixtureFolder}/${type}${version === 1 ? '' : `.${version}`}.json`
}

function recordMissing(): void {
  mkdirSync(fixtureFolder, { recursive: true })
  for (const [stage, actor, happened] of samples) {
    const path = fixturePath(happened.type, eventVersions[happened.type])
    if (existsSync(path)) continue
    const entry = recorded(sessionAt(stage).entries, happened, actor, isoTime(present))
    writeFileSync(path, `${JSON.stringify({ stage, entry } satisfies Fixture, null, 2)}\n`)
    console.log(path)
  }
}

if (process.argv[1]?.endsWith('record-fixtures.ts')) recordMissing()
