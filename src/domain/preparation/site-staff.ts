import { characterCount } from '#lib/character-count.ts'

/**
 * The tables of site staff (PRE-7): agency or procurement centre, owner, supervisors on site, and the project owner,
 * whose unit is the legal representative.
 */
export const staffKinds = ['agency-staff', 'owner-staff', 'supervisor', 'owner'] as const
export type StaffKind = (typeof staffKinds)[number]

/** One row as it is entered. */
export interface StaffRow {
  readonly kind: StaffKind
  readonly name: string
  readonly unit: string
  readonly contact: string
}

export type StaffField = 'name' | 'unit' | 'contact'

/** The greatest length of a name (PRE-8). */
export const staffNameLength = 20

type StaffProblem = 'worker-incomplete' | 'worker-name-too-long' | 'worker-contact-malformed'

/** Which numbers a region takes as contacts besides fixed lines (PRE-9). */
export interface ContactRule {
  /** The first two digits of mobile numbers. */
  readonly mobilePrefixes: readonly string[]
  /** Whether service numbers count: 400 or 800 and seven digits. */
  readonly serviceNumbers: boolean
}

/** Why a row may not be saved (PRE-8, PRE-9), as the refusal's code; null when it may. */
export function staffProblem(row: StaffRow, contacts: ContactRule): StaffProblem | null {
  if (emptyFields(row).length > 0) return 'worker-incomplete'
  if (characterCount(row.name) > staffNameLength) return 'worker-name-too-long'
  return row.contact === '' || isContact(row.contact, contacts) ? null : 'worker-contact-malformed'
}

/** Required fields that are empty: name, unit and, except for a project owner, contact (PRE-8). */
export function emptyFields(row: StaffRow): StaffField[] {
  const needed: readonly StaffField[] = row.kind === 'owner' ? ['name', 'unit'] : ['name', 'unit', 'contact']
  return needed.filter((field) => row[field].trim() === '')
}

/** An area code of 2 or 3 digits may have the trunk prefix 0 before it. */
const fixedLine = /^0?\d{2,3}-\d{7,8}$/
const mobile = /^\d{11}$/
const serviceNumber = /^[48]00(-?\d){7}$/

/** Whether this is a number that the region takes, several of them with slashes between, or a single slash (PRE-9). */
export function isContact(text: string, { mobilePrefixes, serviceNumbers }: ContactRule): boolean {
  const isNumber = (number: string) =>
    fixedLine.test(number) ||
    (mobile.test(number) && mobilePrefixes.includes(number.slice(0, 2))) ||
    (serviceNumbers && serviceNumber.test(number))
  return text === '/' || text.split('/').every(isNumber)
}

/** The row with trimmed texts. */
export function trimmedRow({ kind, name, unit, contact }: StaffRow): StaffRow {
  return { kind, name: name.trim(), unit: unit.trim(), contact: contact.trim() }
}

/** A row of site staff (PRE-7). */
export interface StaffMember {
  readonly id: string
  readonly kind: StaffKind
  readonly name: string
  readonly unit: string
  /** Null for a viewer who may not see contacts (SES-15). */
  readonly contact: string | null
  /** Code of the section that the row was imported from. */
  readonly importedFrom: string | null
}

/** Site staff in the order of entry. */
export function siteStaffOf({
  workerOrder,
  workers,
}: {
  readonly workerOrder: readonly string[]
  readonly workers: Readonly<Record<string, StaffMember>>
}): StaffMember[] {
  return workerOrder.flatMap((id) => workers[id] ?? [])
}

export function rowOf({ kind, name, unit, contact }: StaffMember): StaffRow {
  return { kind, name, unit, contact: contact ?? '' }
}

/** Whether two rows are of the same person in the same table; the contact may differ. */
export function isSameStaffMember(one: StaffRow, other: StaffRow): boolean {
  return one.kind === other.kind && one.name === other.name && one.unit === other.unit
}
