import { z } from 'zod'
import { isIdentityCard } from './identity-card.ts'

/** Person info (PRE-5); identity-card numbers are private. */
export const personNamesSchema = z
  .strictObject({ opener: z.string(), announcer: z.string(), recorder: z.string(), supervisor: z.string() })
  .readonly()
export type PersonNames = z.infer<typeof personNamesSchema>
export type PersonIds = PersonNames
/** Identity numbers as typed: one that is left out stays as long as its name does. */
export type TypedIds = { readonly [P in Person]?: string | undefined }

export const people = ['opener', 'announcer', 'recorder', 'supervisor'] as const
export type Person = (typeof people)[number]

/** The greatest length of a person's name. */
export const personNameLength = 20

/** Announcer and recorder are required, opener and supervisor optional (PRE-5). */
export function isRequiredPerson(person: Person): boolean {
  return person === 'announcer' || person === 'recorder'
}

interface SavedPersons {
  readonly persons: PersonNames | null
  readonly personIds: PersonIds | null
}

/** The identity numbers once these are typed: a new name does not take over another person's number. */
export function idsAfter(
  { persons, personIds }: SavedPersons,
  names: PersonNames,
  typed: TypedIds,
): PersonIds {
  const of = (who: Person) => typed[who] ?? (names[who] === persons?.[who] ? (personIds?.[who] ?? '') : '')
  return {
    opener: of('opener'),
    announcer: of('announcer'),
    recorder: of('recorder'),
    supervisor: of('supervisor'),
  }
}

/** What is wrong with a person's name; null when it may be recorded. */
export function personNameProblem(person: Person, name: string): 'missing' | 'too-long' | null {
  if (name.trim() === '') return isRequiredPerson(person) ? 'missing' : null
  return name.trim().length > personNameLength ? 'too-long' : null
}

/** What is wrong with a person's identity number; null when it may be recorded. */
export function personIdProblem(person: Person, id: string): 'missing' | 'invalid' | null {
  if (id.trim() === '') return isRequiredPerson(person) ? 'missing' : null
  return isIdentityCard(id.trim()) ? null : 'invalid'
}
