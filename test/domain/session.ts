import { createHash } from 'node:crypto'
import { nextPosition } from '#domain/announcement/reading.ts'
import type { OpeningFailure } from '#domain/decryption/outcome.ts'
import { overviewHash } from '#domain/ending/record.ts'
import { applyEntry, type Entry, genesisHash, recordForStorage } from '#domain/log/entry.ts'
import { type Actor, systemActor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { decide } from '#domain/session/decide.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import type { Rejection } from '#domain/session/rejection.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import type { Rules } from '#domain/session/variant-rules.ts'
import type { Figures } from '#domain/submission/figures.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import type { Result } from '#lib/result.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { openingTime, rules as standardRules, tender } from '#test/support/sample-tender.ts'
import { contributionOf, declaration, drawId, joining } from '../draw/draw-commands.ts'
import {
  attachmentOf,
  bidder,
  bidderCode,
  decryption,
  documentHash,
  documentId,
  ids,
  letterHash,
  minute,
  names,
  objectionId,
  objectionText,
  opener,
  platform,
  replyText,
  settlement,
  signatureOf,
  staffContact,
  staffMemberId,
  submission,
  supervisor,
} from './sample-actors.ts'

export const sessionId = '7d0f8d3e-3d5b-4a53-9b34-6d9f3e6f2b11'

/** A session with its whole log, as on the server: commands go through `decide` and the chain. */
export interface TestSession {
  readonly entries: Entry[]
  readonly state: SessionState
  ask(command: Command, actor: Actor, now: number): Result<SessionEvent[], Rejection>
}

export function startSession(rules: Rules = standardRules): TestSession {
  const entries: Entry[] = []
  const state = initial()
  return {
    entries,
    state,
    ask(command, actor, now) {
      const decision = decide(state, command, { now, actor, rules })
      if (!decision.ok) return decision
      for (const event of decision.value) {
        const entry = recorded(entries, event, actor, isoTime(now))
        entries.push(entry)
        applyEntry(state, entry)
      }
      return decision
    },
  }
}

/** The entry of `event` at the end of a log; salts, blinds and command ids follow from its place. */
export function recorded(log: readonly Entry[], event: SessionEvent, actor: Actor, at: string): Entry {
  const seq = log.length + 1
  const place = {
    seq,
    at,
    actor: actor.id,
    role: actor.role,
    commandId: `command-${seq}`,
    previous: log.at(-1)?.hash ?? genesisHash(sessionId),
  }
  let salts = 0
  const random = (bytes: number) => `${seq}-${salts++}`.padStart(2 * bytes, '0')
  return recordForStorage(event, place, random, sha256).entry
}

/** The platform's, which takes a tenth of the time of the browser's. */
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The plan of one bidder; `figures` null: enrolled without a bid. */
export interface BidPlan {
  readonly name: string
  readonly figures: Figures | null
  readonly fails?: OpeningFailure | 'time-out'
  readonly invalid?: string
  readonly remark?: string
  readonly signs?: boolean
}

export const stages = [
  'submitted',
  'objected',
  'staffed',
  'drawing',
  'decrypting',
  'paused',
  'failing',
  'damaged',
  'decrypted',
  'announced',
  'filed',
  'reading',
  'disputed',
  'inquiring',
  'confirmed',
  'signing',
  'ended',
] as const
export type Stage = (typeof stages)[number]

/** Takes an opening with these bids through every step up to `stage`. */
export function openingOf(
  bids: readonly BidPlan[],
  stage: Stage = 'ended',
  changes: Partial<TenderInput> = {},
): TestSession {
  const session = startSession()
  const reached = (wanted: Stage) => stages.indexOf(stage) >= stages.indexOf(wanted)
  let now = openingTime - 60 * minute
  const must = (command: Command, actor: Actor) => {
    now += 1000
    const answer = session.ask(command, actor, now)
    if (!answer.ok) throw new Error(`${command.type}: ${JSON.stringify(answer.error)}`)
  }
  submit(bids, must, stage === 'inquiring' ? { ...changes, invitesSuppliers: true } : changes)
  if (reached('objected')) object(bids, must)
  if (reached('staffed')) staff(must)
  now = openingTime
  // A draw is a branch: later stages do not need it.
  if (stage === 'drawing') draw(must)
  if (reached('decrypting')) {
    answerFirst(must)
    startDecryption(must)
  }
  // Branches: later stages are not interrupted.
  if (stage === 'paused' || stage === 'failing') {
    must({ type: 'HaltOpening', payload: { kind: 'paused', reason: '停电', recorder: '周记录' } }, opener)
  }
  if (stage === 'failing') {
    const form = { reason: '投标人不足3家', recorder: '周记录', agent: '', signed: null }
    must({ type: 'DeclareFailure', payload: form }, opener)
  }
  // The first bidder's stored file turns out damaged.
  if (stage === 'damaged') {
    must(decryption(1, 'file-key'), bidder(1))
    must(settlement(1, 'damaged-file'), systemActor)
  }
  if (reached('decrypted')) {
    open(bids, must)
    now = Math.max(now, epochOf(session.state.decryption?.deadline ?? ''))
    must({ type: 'CloseDecryption', payload: { health: null } }, systemActor)
  }
  if (reached('announced')) announce(bids, must)
  // A report is a branch: later stages do not need it.
  if (stage === 'filed') file(must)
  if (reached('reading')) must({ type: 'StartReading', payload: { pace: null } }, opener)
  // A disputed row is a branch: later stages do not have it.
  if (stage === 'disputed') {
    must({ type: 'CheckRow', payload: { answer: 'disputed', text: '工期有误' } }, bidder(1))
  }
  // The objection inquiry is a branch: later stages do not have it.
  if (stage === 'inquiring') {
    must({ type: 'StartInquiry', payload: {} }, opener)
    must({ type: 'AnswerInquiry', payload: { objects: true, text: objectionText } }, bidder(1))
  }
  if (reached('confirmed')) {
    readAll(session.state, must)
    confirm(bids, session.state, must)
    now = Math.max(now, epochOf(session.state.confirmation?.deadline ?? ''))
    must({ type: 'CloseConfirmation', payload: {} }, systemActor)
  }
  if (reached('signing')) sign(bids, session.state, must)
  if (reached('ended')) {
    now = Math.max(now, epochOf(session.state.signing?.deadline ?? ''))
    must({ type: 'CloseSigning', payload: {} }, systemActor)
    must({ type: 'ConfirmSigning', payload: {} }, opener)
    must({ type: 'EndOpening', payload: {} }, opener)
  }
  return session
}

type Must = (command: Command, actor: Actor) => void

/** Declared, and joined by the first bidder. */
function draw(must: Must): void {
  must(declaration(), opener)
  must(joining({ id: drawId, attempt: 1 }, contributionOf(1)), bidder(1))
}

function submit(bids: readonly BidPlan[], must: Must, changes: Partial<TenderInput>): void {
  must({ type: 'PublishTender', payload: { tender: tender(changes) } }, platform)
  for (const [i, { name, figures }] of bids.entries()) {
    const n = i + 1
    const enrolment = { bidderCode: bidderCode(n), name, certificate: `certificate-of-${n}` }
    must({ type: 'EnrolBidder', payload: enrolment }, platform)
    if (figures) must({ type: 'SubmitBid', payload: submission(n) }, bidder(n))
  }
}

/** The first two bidders object; the first is answered before the decryption, the second never. */
function object(bids: readonly BidPlan[], must: Must): void {
  for (const [i] of bids.slice(0, 2).entries()) {
    const attachment = i === 0 ? attachmentOf(1) : null
    const payload = { objectionId: objectionId(i + 1), content: objectionText, attachment }
    must({ type: 'RaiseObjection', payload }, bidder(i + 1))
  }
}

/** Somebody of the agency and an on-site supervisor; the first bidder is shown their commitment letter. */
function staff(must: Must): void {
  for (const [n, kind] of [
    [1, 'agency-staff'],
    [2, 'supervisor'],
  ] as const) {
    const row = { kind, name: `现场人员${n}`, unit: '代理公司', contact: staffContact }
    must({ type: 'AddWorker', payload: { workerId: staffMemberId(n), ...row } }, opener)
  }
  must({ type: 'CreateCommitmentLetter', payload: { letterHash: letterHash(1) } }, bidder(1))
}

function answerFirst(must: Must): void {
  must({ type: 'ReplyObjection', payload: { objectionId: objectionId(1), content: replyText } }, opener)
  must({ type: 'MarkObjectionRead', payload: { objectionId: objectionId(1) } }, bidder(1))
}

/** The first version of the overview as PDF, and a file to check deposits with. */
function file(must: Must): void {
  const report = { kind: 'overview', format: 'pdf', envelope: 1, language: 'zh-CN' } as const
  const stored = { documentId: documentId(1), reason: '', basis: 9, sha256: documentHash(1), size: 1200 }
  must({ type: 'FileDocument', payload: { ...report, ...stored } }, opener)
  const check = { purpose: 'deposit-check', file: attachmentOf(3) } as const
  must({ type: 'AddOpeningFile', payload: check }, opener)
}

function startDecryption(must: Must): void {
  must({ type: 'EnterSession', payload: { address: '10.0.0.1' } }, opener)
  must({ type: 'EnterSession', payload: { address: '10.0.0.2' } }, supervisor)
  must({ type: 'EnterSession', payload: { address: '10.0.0.3' } }, bidder(1))
  must({ type: 'RecordPersonInfo', payload: { names, ids } }, opener)
  must({ type: 'EnterBidOpening', payload: {} }, opener)
  must({ type: 'StartDecryption', payload: { limitMinutes: 30 } }, opener)
}

function open(bids: readonly BidPlan[], must: Must): void {
  for (const [i, { figures, fails }] of bids.entries()) {
    if (!figures || fails === 'time-out') continue
    must(decryption(i + 1, fails ? 'file-key' : 'certificate'), bidder(i + 1))
    must(settlement(i + 1, fails ?? figures), systemActor)
  }
}

function announce(bids: readonly BidPlan[], must: Must): void {
  for (const [i, { invalid, remark }] of bids.entries()) {
    const code = bidderCode(i + 1)
    if (invalid)
      must({ type: 'MarkBid', payload: { bidderCode: code, invalid: true, note: invalid } }, opener)
    if (remark) must({ type: 'RemarkBid', payload: { bidderCode: code, remark } }, opener)
  }
  must({ type: 'EnterAnnouncement', payload: {} }, opener)
}

/** The bids after the first. */
function readAll(state: SessionState, must: Must): void {
  for (let position = nextPosition(state); position !== null; position = nextPosition(state)) {
    must({ type: 'ReadNext', payload: { position } }, opener)
  }
  must({ type: 'FinishReading', payload: {} }, opener)
}

function confirm(bids: readonly BidPlan[], state: SessionState, must: Must): void {
  must({ type: 'EnterEnd', payload: {} }, opener)
  must({ type: 'StartConfirmation', payload: { limitMinutes: 10 } }, opener)
  const hash = overviewHash(state)
  for (const [i, { figures, fails }] of bids.entries()) {
    // The second bidder is confirmed by the clock.
    if (!figures || fails || i === 1) continue
    const signature = signatureOf(i + 1, 'overview')
    must({ type: 'ConfirmOverview', payload: { signature, overviewHash: hash } }, bidder(i + 1))
  }
}

function sign(bids: readonly BidPlan[], state: SessionState, must: Must): void {
  must({ type: 'RecordRemarks', payload: { remarks: '开标过程无异常。' } }, opener)
  must({ type: 'StartSigning', payload: { limitMinutes: 15 } }, opener)
  for (const [i, { figures, fails, signs = true }] of bids.entries()) {
    if (!figures || fails || !signs) continue
    const payload = { signature: signatureOf(i + 1), recordHash: state.signing?.recordHash ?? '' }
    must({ type: 'SignRecord', payload }, bidder(i + 1))
  }
}
