import { opensTwice } from '../tender/tender.ts'
import type { Actor, Role } from './actor.ts'
import type { CommandType } from './command.ts'
import type { CommandRow, Permission } from './command-row.ts'
import { commandTable } from './command-table.ts'
import { haltedProblem, type LotStatus } from './lot.ts'
import type { Rejection } from './rejection.ts'
import {
  always,
  beforeOpening,
  bidder,
  everyRole,
  opener,
  supervisor,
  untilOpened,
  watchers,
} from './roles-and-statuses.ts'
import { betweenEnvelopes, type SessionState } from './state.ts'

/** The reads, besides the session log itself (which `viewFor` guards). */
export const reads = [
  'PrepareSection',
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
  'ReadDelivery',
  'ReadPersonInfo',
  'ReadSigning',
  'ReadSignList',
  'ReadMessages',
  'ReadTenderFiles',
  'ReadWorkers',
  'ReadOtherSections',
  'ReadCommitmentLetter',
  'ReadCommitmentLetters',
  'ReadObjections',
  'ReadRowChecks',
  'ReadInquiry',
  'ReadDraws',
  'ReadDeposits',
  'ReadDepositFiles',
  'ReadOpeningProblems',
  'ReadEvaluation',
  'ReadContacts',
  'ReadUnitInfo',
  'ReadAddresses',
  'ReadVideoLink',
  'CheckOpening',
  'CheckAnnouncement',
  'CheckFinish',
  'SetFlow',
  'ReadTrail',
  'ReadWall',
] as const
export type ReadType = (typeof reads)[number]

export type Action = CommandType | ReadType

/** The permission table: who may do what, in which status (SES-4). Server, screens and tests read it. */
export const permissions: Readonly<Record<Action, Permission>> = {
  ...commandTable,
  /** Before the section may be entered (PRE-17). */
  PrepareSection: { roles: opener, statuses: beforeOpening },
  ReadLog: { roles: everyRole, statuses: always },
  ReadTender: { roles: everyRole, statuses: always },
  ReadFlow: { roles: everyRole, statuses: always },
  ReadBidders: { roles: everyRole, statuses: always },
  ReadOwnFile: { roles: bidder, statuses: always },
  ReadImportStatus: { roles: everyRole, statuses: always },
  ReadDeadline: { roles: everyRole, statuses: always },
  ReadOverview: { roles: everyRole, statuses: always },
  ReadReport: { roles: everyRole, statuses: always },
  /** Whether the platform has taken the results: the opener sees it. */
  ReadDelivery: { roles: opener, statuses: always },
  ReadRecord: { roles: everyRole, statuses: always },
  /** With masked identity numbers (SES-15). */
  ReadPersonInfo: { roles: opener, statuses: always },
  ReadSigning: { roles: everyRole, statuses: always },
  ReadSignList: { roles: everyRole, statuses: always },
  ReadMessages: { roles: everyRole, statuses: always },
  ReadTenderFiles: { roles: everyRole, statuses: always },
  /** A bidder reads their own only (ANN-13). */
  ReadRowChecks: { roles: everyRole, statuses: always },
  /** A bidder reads their own answer only (INQ-9). */
  ReadInquiry: { roles: everyRole, statuses: always },
  ReadObjections: { roles: everyRole, statuses: always },
  /** Not for bidders; contacts are visible to fewer still (`viewFor`). */
  ReadWorkers: { roles: watchers, statuses: always },
  ReadOtherSections: { roles: opener, statuses: untilOpened },
  /** A bidder reads their own; others name the bidder. */
  ReadCommitmentLetter: { roles: everyRole, statuses: always },
  ReadCommitmentLetters: { roles: watchers, statuses: always },
  ReadDraws: { roles: everyRole, statuses: always },
  ReadDeposits: { roles: everyRole, statuses: always },
  /** Bidders do not see what their deposits are checked with. */
  ReadDepositFiles: { roles: watchers, statuses: always },
  ReadOpeningProblems: { roles: everyRole, statuses: always },
  ReadEvaluation: { roles: bidder, statuses: ['opened'] },
  /** A bidder reads their own. */
  ReadContacts: { roles: everyRole, statuses: ['opened'] },
  ReadUnitInfo: { roles: everyRole, statuses: always },
  /** The variant names which of these may read it (SHL-8). */
  ReadAddresses: { roles: watchers, statuses: always },
  ReadVideoLink: { roles: everyRole, statuses: always },
  CheckOpening: { roles: watchers, statuses: always },
  CheckAnnouncement: { roles: watchers, statuses: always },
  CheckFinish: { roles: watchers, statuses: always },
  /** The command that it gives has its own row. */
  SetFlow: { roles: opener, statuses: always },
  /** Of the whole hall: a supervisor sees all sections (TRL-5). */
  ReadTrail: { roles: supervisor, statuses: always },
  /** Of all running sections at once (WAL-1). */
  ReadWall: { roles: supervisor, statuses: always },
}

/** Why a command is refused while the lot is halted (SES-9); null when it is not. */
export function lotProblem(lot: LotStatus, type: CommandType): Rejection | null {
  return rowOf(type).whileHalted ? null : haltedProblem(lot)
}

/**
 * Why a command is refused between two envelopes (END-13), and in a second one that has nothing to open; null when it
 * is not.
 */
export function envelopeProblem(state: SessionState, type: CommandType): Rejection | null {
  const { tender, stage } = state
  const isClosed = betweenEnvelopes(state) || (stage.number === 2 && tender !== null && !opensTwice(tender))
  return !isClosed || rowOf(type).betweenEnvelopes ? null : { code: 'envelope-ended', params: {} }
}

function rowOf(type: CommandType): CommandRow<never, null> {
  return commandTable[type] as CommandRow<never, null>
}

/** How an actor relates to a section: their unit leads it, or is enrolled in it. */
export interface Standing {
  readonly leads: boolean
  readonly isEnrolled: boolean
}

/** Checks an actor against the table and the session (SES-4, SES-5). Null when permitted. */
export function refusal(state: SessionState, actor: Actor, action: Action): Rejection | null {
  // Before the tender is published the section belongs to no unit.
  const leads = !state.tender || actor.unitCode === state.tender.agencyCode
  const refused = refusalOf({ leads, isEnrolled: isEnrolled(state, actor) }, actor, action)
  if (refused) return refused
  const { statuses, otherwise, afterEnd = 'opening-ended' } = permissions[action]
  if (statuses.includes(state.status)) return null
  if (otherwise) return { code: otherwise, params: {} }
  if (state.status === 'opened') return { code: afterEnd, params: {} }
  if (state.status === 'failed') return { code: 'flow-terminated', params: {} }
  return { code: 'wrong-status', params: { status: state.status } }
}

/** As `refusal`, without the status: whether role and standing rule the action out for good. */
export function refusalOf({ leads, isEnrolled }: Standing, actor: Actor, action: Action): Rejection | null {
  if (!permissions[action].roles.includes(actor.role)) return forbidden
  if (isStaff(actor.role) && !leads) return forbidden
  return actor.role === 'bidder' && !isEnrolled ? { code: 'not-enrolled', params: {} } : null
}

/**
 * The refusal of a section that is not there: the one that somebody gets in a section of others, so that they cannot
 * tell whether it exists; null for those who may see all sections.
 */
export function strangerRefusal(actor: Actor, action: Action): Rejection | null {
  return refusalOf({ leads: false, isEnrolled: false }, actor, action)
}

const forbidden: Rejection = { code: 'forbidden', params: {} }

function isStaff(role: Role): boolean {
  return role === 'opener' || role === 'agency' || role === 'tenderer'
}

function isEnrolled(state: SessionState, actor: Actor): boolean {
  return actor.unitCode !== null && state.bidders[actor.unitCode] !== undefined
}
