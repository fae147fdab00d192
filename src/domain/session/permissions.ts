import type { Actor, Role } from './actor.ts'
import type { CommandType } from './command.ts'
import { type BidStatus, bidStatuses } from './flow.ts'
import type { Rejection } from './rejection.ts'
import type { SessionState } from './state.ts'

/** What may be read besides the session log itself (which `viewFor` guards). */
export const reads = [
  'ReadLog',
  'ReadTender',
  'ReadFlow',
  'ReadBidders',
  'ReadOwnFile',
  'ReadImportStatus',
  'ReadDeadline',
  'ReadOverview',
  'ReadReport',
  'ReadRecord',
  'ReadSigning',
  'ReadSignList',
  'ReadMessages',
  'ReadTenderFiles',
  'ReadWorkers',
  'ReadOtherSections',
  'ReadCommitmentLetter',
  'ReadCommitmentLetters',
  'ReadObjections',
  'ReadDraws',
  'ReadDeposits',
  'ReadUnitInfo',
  'ReadAddresses',
  'ReadVideoLink',
  'CheckOpening',
  'CheckAnnouncement',
  'CheckFinish',
] as const
export type ReadType = (typeof reads)[number]

export type Action = CommandType | ReadType

export interface Permission {
  readonly roles: readonly Role[]
  readonly statuses: readonly BidStatus[]
  /** What is said in any other status, where the seeds have words of their own for it. */
  readonly otherwise?: 'objections-closed' | 'tender-locked'
}

const everybody: readonly Role[] = ['opener', 'bidder', 'supervisor', 'agency', 'tenderer', 'platform']
const opener: readonly Role[] = ['opener']
const bidder: readonly Role[] = ['bidder']
const platform: readonly Role[] = ['platform']
const system: readonly Role[] = ['system']
const watchers: readonly Role[] = ['opener', 'supervisor', 'agency', 'tenderer', 'platform']

const always: readonly BidStatus[] = bidStatuses
const before: readonly BidStatus[] = ['not-opened']
const during: readonly BidStatus[] = ['opening', 'to-be-opened']
/** S1 §5: personnel is edited while not opened or opening. */
const untilOpened: readonly BidStatus[] = ['not-opened', 'opening']
const untilEnd: readonly BidStatus[] = ['not-opened', 'opening', 'to-be-opened']

/** The one table: who may ask what, and in which status of the section. Server, screens and tests read it. */
export const permissions: Readonly<Record<Action, Permission>> = {
  PublishTender: { roles: platform, statuses: before },
  ImportTenderFile: { roles: ['opener', 'platform'], statuses: before, otherwise: 'tender-locked' },
  SetEvaluationParameters: { roles: opener, statuses: before, otherwise: 'tender-locked' },
  EnrolBidder: { roles: platform, statuses: before },
  SubmitBid: { roles: bidder, statuses: before },
  EnterSession: { roles: everybody, statuses: always },
  RecordPersonInfo: { roles: opener, statuses: untilEnd },
  AddWorker: { roles: opener, statuses: untilOpened },
  EditWorker: { roles: opener, statuses: untilOpened },
  RemoveWorker: { roles: opener, statuses: untilOpened },
  ImportWorkers: { roles: opener, statuses: untilOpened },
  CreateCommitmentLetter: { roles: bidder, statuses: untilEnd },
  SignCommitmentLetter: { roles: bidder, statuses: untilEnd },
  DeclineCommitmentLetter: { roles: bidder, statuses: untilEnd },
  DeclareDraw: { roles: opener, statuses: before },
  JoinDraw: { roles: ['opener', 'bidder', 'supervisor'], statuses: untilEnd },
  StopDraw: { roles: opener, statuses: untilEnd },
  RevealDraw: { roles: ['opener', 'bidder', 'supervisor'], statuses: untilEnd },
  CloseDraw: { roles: system, statuses: untilEnd },
  EnterBidOpening: { roles: opener, statuses: untilEnd },
  StartDecryption: { roles: opener, statuses: untilEnd },
  DecryptBid: { roles: bidder, statuses: untilEnd },
  SubmitBackupFile: { roles: bidder, statuses: during },
  SettleFile: { roles: system, statuses: during },
  ExtendDecryption: { roles: opener, statuses: during },
  CloseDecryption: { roles: system, statuses: during },
  MarkBid: { roles: opener, statuses: during },
  EnterAnnouncement: { roles: opener, statuses: untilEnd },
  EnterEnd: { roles: opener, statuses: untilEnd },
  StartConfirmation: { roles: opener, statuses: during },
  ConfirmOverview: { roles: bidder, statuses: during },
  CloseConfirmation: { roles: system, statuses: during },
  RemarkBid: { roles: opener, statuses: during },
  RecordRemarks: { roles: opener, statuses: untilEnd },
  StartSigning: { roles: opener, statuses: during },
  ExtendSigning: { roles: opener, statuses: during },
  SignRecord: { roles: bidder, statuses: untilEnd },
  CloseSigning: { roles: system, statuses: during },
  ConfirmSigning: { roles: opener, statuses: during },
  PostMessage: { roles: opener, statuses: untilEnd },
  RaiseObjection: { roles: bidder, statuses: before, otherwise: 'objections-closed' },
  ReplyObjection: { roles: opener, statuses: before, otherwise: 'objections-closed' },
  MarkObjectionRead: { roles: bidder, statuses: always },
  CallSecondEnvelope: { roles: platform, statuses: ['to-be-opened'] },
  EndOpening: { roles: opener, statuses: during },
  ChangeLotStatus: { roles: platform, statuses: untilEnd },

  ReadLog: { roles: everybody, statuses: always },
  ReadTender: { roles: everybody, statuses: always },
  ReadFlow: { roles: everybody, statuses: always },
  ReadBidders: { roles: everybody, statuses: always },
  ReadOwnFile: { roles: bidder, statuses: always },
  ReadImportStatus: { roles: everybody, statuses: always },
  ReadDeadline: { roles: everybody, statuses: always },
  ReadOverview: { roles: everybody, statuses: always },
  ReadReport: { roles: everybody, statuses: always },
  ReadRecord: { roles: everybody, statuses: always },
  ReadSigning: { roles: everybody, statuses: always },
  ReadSignList: { roles: everybody, statuses: always },
  ReadMessages: { roles: everybody, statuses: always },
  ReadTenderFiles: { roles: everybody, statuses: always },
  ReadObjections: { roles: everybody, statuses: always },
  /** Bidders have no part in it; contacts are for fewer still (`viewFor`). */
  ReadWorkers: { roles: watchers, statuses: always },
  ReadOtherSections: { roles: opener, statuses: untilOpened },
  /** A bidder reads their own; others say whose. */
  ReadCommitmentLetter: { roles: everybody, statuses: always },
  ReadCommitmentLetters: { roles: watchers, statuses: always },
  ReadDraws: { roles: everybody, statuses: always },
  ReadDeposits: { roles: everybody, statuses: always },
  ReadUnitInfo: { roles: everybody, statuses: always },
  /** Of these the variant names who may (S0 §2: only non-bidders, and not in every region). */
  ReadAddresses: { roles: watchers, statuses: always },
  ReadVideoLink: { roles: everybody, statuses: always },
  CheckOpening: { roles: watchers, statuses: always },
  CheckAnnouncement: { roles: watchers, statuses: always },
  CheckFinish: { roles: watchers, statuses: always },
}

/** How somebody stands to a section: whether their unit leads it, and whether it is enrolled there. */
export interface Standing {
  readonly leads: boolean
  readonly isEnrolled: boolean
}

/**
 * Checks an actor against the table and against the session: openers lead only their own unit's sections, bidders
 * take part only where they are enrolled. Null when permitted.
 */
export function refusal(state: SessionState, actor: Actor, action: Action): Rejection | null {
  // As long as there is no tender, the section is nobody's.
  const leads = !state.tender || actor.unitCode === state.tender.agencyCode
  const refused = refusalOf({ leads, isEnrolled: isEnrolled(state, actor) }, actor, action)
  if (refused) return refused
  const { statuses, otherwise } = permissions[action]
  if (statuses.includes(state.status)) return null
  if (otherwise) return { code: otherwise, params: {} }
  if (state.status === 'opened') return { code: 'opening-ended', params: {} }
  if (state.status === 'failed') return { code: 'flow-terminated', params: {} }
  return { code: 'wrong-status', params: { status: state.status } }
}

/** The same without the status: who may never do it, as far as their role and their standing tell. */
export function refusalOf({ leads, isEnrolled }: Standing, actor: Actor, action: Action): Rejection | null {
  if (!permissions[action].roles.includes(actor.role)) return forbidden
  if (isStaff(actor.role) && !leads) return forbidden
  return actor.role === 'bidder' && !isEnrolled ? { code: 'not-enrolled', params: {} } : null
}

const forbidden: Rejection = { code: 'forbidden', params: {} }

function isStaff(role: Role): boolean {
  return role === 'opener' || role === 'agency' || role === 'tenderer'
}

function isEnrolled(state: SessionState, actor: Actor): boolean {
  return actor.unitCode !== null && state.bidders[actor.unitCode] !== undefined
}
