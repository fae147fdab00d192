import { opensTwice } from '../tender/tender.ts'
import type { Actor, Role } from './actor.ts'
import type { CommandType } from './command.ts'
import type { CommandRow, Permission } from './command-row.ts'
import { commandTable } from './command-table.ts'
import { haltOf, type LotStatus } from './lot.ts'
import type { Rejection } from './rejection.ts'
import { betweenEnvelopes, type SessionState } from './state.ts'
import { always, bidder, everyRole, opener, untilOpened, watchers } from './who-and-when.ts'

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

/** The one table: who may ask what, and in which status of the section. Server, screens and tests read it. */
export const permissions: Readonly<Record<Action, Permission>> = {
  ...commandTable,
  ReadLog: { roles: everyRole, statuses: always },
  ReadTender: { roles: everyRole, statuses: always },
  ReadFlow: { roles: everyRole, statuses: always },
  ReadBidders: { roles: everyRole, statuses: always },
  ReadOwnFile: { roles: bidder, statuses: always },
  ReadImportStatus: { roles: everyRole, statuses: always },
  ReadDeadline: { roles: everyRole, statuses: always },
  ReadOverview: { roles: everyRole, statuses: always },
  ReadReport: { roles: everyRole, statuses: always },
  ReadRecord: { roles: everyRole, statuses: always },
  ReadSigning: { roles: everyRole, statuses: always },
  ReadSignList: { roles: everyRole, statuses: always },
  ReadMessages: { roles: everyRole, statuses: always },
  ReadTenderFiles: { roles: everyRole, statuses: always },
  ReadObjections: { roles: everyRole, statuses: always },
  /** Bidders have no part in it; contacts are for fewer still (`viewFor`). */
  ReadWorkers: { roles: watchers, statuses: always },
  ReadOtherSections: { roles: opener, statuses: untilOpened },
  /** A bidder reads their own; others say whose. */
  ReadCommitmentLetter: { roles: everyRole, statuses: always },
  ReadCommitmentLetters: { roles: watchers, statuses: always },
  ReadDraws: { roles: everyRole, statuses: always },
  ReadDeposits: { roles: everyRole, statuses: always },
  ReadUnitInfo: { roles: everyRole, statuses: always },
  /** Of these the variant names who may (SHL-8). */
  ReadAddresses: { roles: watchers, statuses: always },
  ReadVideoLink: { roles: everyRole, statuses: always },
  CheckOpening: { roles: watchers, statuses: always },
  CheckAnnouncement: { roles: watchers, statuses: always },
  CheckFinish: { roles: watchers, statuses: always },
}

/** Why a command has no place while the lot stands so: only looking on and talking go on, and open windows wait. */
export function lotProblem(lot: LotStatus, type: CommandType): Rejection | null {
  const code = haltOf(lot)
  return code === null || rowOf(type).whileHalted ? null : { code, params: {} }
}

/**
 * Why a command has no place between two envelopes: what the first one's opening found stands, and still does in a second
 * in which there is nothing to open.
 */
export function envelopeProblem(state: SessionState, type: CommandType): Rejection | null {
  const { tender, stage } = state
  const stands = betweenEnvelopes(state) || (stage.number === 2 && tender !== null && !opensTwice(tender))
  return !stands || rowOf(type).betweenEnvelopes ? null : { code: 'envelope-ended', params: {} }
}

function rowOf(type: CommandType): CommandRow<never, null> {
  return commandTable[type] as CommandRow<never, null>
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
