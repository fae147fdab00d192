import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as story from '#test/domain/story.ts'
import { agency, bidder, bidderCode, opener, platform, supervisor, tenderer } from '#test/domain/world.ts'
import { type Actor, roles, systemActor } from './actor.ts'
import { bidStatuses } from './flow.ts'
import { type Action, permissions, refusal } from './permissions.ts'

const everybody = 'opener bidder supervisor agency tenderer platform'
const watchers = 'opener supervisor agency tenderer platform'
const always = 'not-opened opening to-be-opened opened failed'
const before = 'not-opened'
const during = 'opening to-be-opened'
const untilOpened = 'not-opened opening'
const untilEnd = 'not-opened opening to-be-opened'

/** Who may do what, and in which status: said a second time, so that no row changes by accident. */
const expected: Readonly<Record<Action, readonly [roles: string, statuses: string, otherwise?: string]>> = {
  PublishTender: ['platform', before],
  ImportTenderFile: ['opener platform', before, 'tender-locked'],
  SetEvaluationParameters: ['opener', before, 'tender-locked'],
  EnrolBidder: ['platform', before],
  SubmitBid: ['bidder', before],
  EnterSession: [everybody, always],
  RecordPersonInfo: ['opener', untilEnd],
  AddWorker: ['opener', untilOpened],
  EditWorker: ['opener', untilOpened],
  RemoveWorker: ['opener', untilOpened],
  ImportWorkers: ['opener', untilOpened],
  CreateCommitmentLetter: ['bidder', untilEnd],
  SignCommitmentLetter: ['bidder', untilEnd],
  DeclineCommitmentLetter: ['bidder', untilEnd],
  DeclareDraw: ['opener', before],
  JoinDraw: ['opener bidder supervisor', untilEnd],
  StopDraw: ['opener', untilEnd],
  RevealDraw: ['opener bidder supervisor', untilEnd],
  CloseDraw: ['system', untilEnd],
  EnterBidOpening: ['opener', untilEnd],
  StartDecryption: ['opener', untilEnd],
  DecryptBid: ['bidder', untilEnd],
  SettleFile: ['system', during],
  ExtendDecryption: ['opener', during],
  SubmitBackupFile: ['bidder', during],
  CloseDecryption: ['system', during],
  MarkBid: ['opener', during],
  EnterAnnouncement: ['opener', untilEnd],
  EnterEnd: ['opener', untilEnd],
  StartConfirmation: ['opener', during],
  ConfirmOverview: ['bidder', during],
  CloseConfirmation: ['system', during],
  RemarkBid: ['opener', during],
  RecordRemarks: ['opener', untilEnd],
  StartSigning: ['opener', during],
  ExtendSigning: ['opener', during],
  SignRecord: ['bidder', untilEnd],
  CloseSigning: ['system', during],
  ConfirmSigning: ['opener', during],
  PostMessage: ['opener', untilEnd],
  RaiseObjection: ['bidder', before, 'objections-closed'],
  ReplyObjection: ['opener', before, 'objections-closed'],
  MarkObjectionRead: ['bidder', always],
  CallSecondEnvelope: ['platform', 'to-be-opened'],
  EndOpening: ['opener', during],
  ChangeLotStatus: ['platform', untilEnd],
  ReadLog: [everybody, always],
  ReadTender: [everybody, always],
  ReadFlow: [everybody, always],
  ReadBidders: [everybody, always],
  ReadOwnFile: ['bidder', always],
  ReadImportStatus: [everybody, always],
  ReadDeadline: [everybody, always],
  ReadOverview: [everybody, always],
  ReadReport: [everybody, always],
  ReadRecord: [everybody, always],
  ReadSigning: [everybody, always],
  ReadSignList: [everybody, always],
  ReadMessages: [everybody, always],
  ReadTenderFiles: [everybody, always],
  ReadObjections: [everybody, always],
  ReadWorkers: [watchers, always],
  ReadOtherSections: ['opener', untilOpened],
  ReadCommitmentLetter: [everybody, always],
  ReadCommitmentLetters: [watchers, always],
  ReadDraws: [everybody, always],
  ReadDeposits: [everybody, always],
  ReadUnitInfo: [everybody, always],
  ReadAddresses: [watchers, always],
  ReadVideoLink: [everybody, always],
  CheckOpening: [watchers, always],
  CheckAnnouncement: [watchers, always],
  CheckFinish: [watchers, always],
}

const actors: Readonly<Record<Actor['role'], Actor>> = {
  opener,
  bidder: bidder(1),
  supervisor,
  agency,
  tenderer,
  platform,
  system: systemActor,
}

const session = stateAfter(story.submitted())

describe.each(Object.keys(permissions) as Action[])('%s', (action) => {
  const [allowedRoles, allowedStatuses] = expected[action].slice(0, 2).map((words) => words?.split(' '))
  const otherwise = expected[action][2]

  test.each(bidStatuses)('[SES-4] is allowed to its roles and refused to all others while %s', (status) => {
    for (const role of roles) {
      const refused = refusal({ ...session, status }, actors[role], action)
      if (!allowedRoles?.includes(role)) expect(refused).toEqual({ code: 'forbidden', params: {} })
      else if (allowedStatuses?.includes(status)) expect(refused).toBeNull()
      else if (otherwise) expect(refused).toEqual({ code: otherwise, params: {} })
      else if (status === 'opened') expect(refused).toEqual({ code: 'opening-ended', params: {} })
      else if (status === 'failed') expect(refused).toEqual({ code: 'flow-terminated', params: {} })
      else expect(refused).toEqual({ code: 'wrong-status', params: { status } })
    }
  })
})

test('[SES-5] the staff of another agency has no part in a section', () => {
  for (const actor of [opener, agency, tenderer]) {
    const stranger = { ...actor, unitCode: 'another unit' }
    expect(refusal(session, stranger, 'EnterSession')?.code).toBe('forbidden')
    expect(refusal(session, { ...actor, unitCode: null }, 'ReadLog')?.code).toBe('forbidden')
  }
})

test('[SES-5] a bidder has no part in a section they are not enrolled in', () => {
  expect(refusal(session, bidder(9), 'ReadLog')?.code).toBe('not-enrolled')
  expect(refusal(session, { ...bidder(1), unitCode: null }, 'ReadLog')?.code).toBe('not-enrolled')
  expect(refusal(session, { ...bidder(1), unitCode: 'constructor' }, 'ReadLog')?.code).toBe('not-enrolled')
  expect(refusal(session, { ...bidder(9), unitCode: bidderCode(3) }, 'ReadLog')).toBeNull()
})

test('a bidder cannot lead: the opener’s commands are refused whoever the bidder is', () => {
  given(...story.entered())
    .when({ type: 'StartDecryption', payload: { limitMinutes: 30 } }, { as: bidder(1) })
    .thenRejected('forbidden')
})
