import { isIdentityCard } from '#domain/preparation/identity-card.ts'
import type { PersonIds, PersonNames } from '#domain/preparation/person-info.ts'

export const people = ['opener', 'announcer', 'recorder', 'supervisor'] as const
export type Person = (typeof people)[number]

/** Announcer and recorder have to be named, with their identity numbers; opener and supervisor may be (S1 §5). */
export function isRequired(person: Person): boolean {
  return person === 'announcer' || person === 'recorder'
}

export interface PersonDraft {
  readonly names: PersonNames
  readonly ids: PersonIds
}

type NameProblem = 'nameMissing' | 'nameLong'
type IdProblem = 'idMissing' | 'idInvalid'

export function nameProblem(person: Person, name: string): NameProblem | null {
  if (name.trim() === '') return isRequired(person) ? 'nameMissing' : null
  return name.trim().length > 20 ? 'nameLong' : null
}

export function idProblem(person: Person, id: string): IdProblem | null {
  if (id.trim() === '') return isRequired(person) ? 'idMissing' : null
  return isIdentityCard(id.trim()) ? null : 'idInvalid'
}

/** Whether all four persons may be recorded as they stand. */
export function isComplete({ names, ids }: PersonDraft): boolean {
  return people.every((person) => !nameProblem(person, names[person]) && !idProblem(person, ids[person]))
}
