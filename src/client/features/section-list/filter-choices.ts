import type { Variant } from '#variants/schema.ts'
import type { ListFilter } from './section-list-address.ts'

export type CodeFilter = Exclude<keyof ListFilter, 'dates' | 'text'>

/** An option; code null for all, name null if the variant has no name for it. */
export interface Choice {
  readonly code: number | null
  readonly name: { readonly zh: string; readonly en: string } | null
}

/**
 * A filter's options, in the variant's order; the code for all, 0 or 100 (LST-4), becomes null. Null if the project
 * kind has to be chosen first: the meaning of a specialty's code depends on it.
 */
export function choicesOf(
  filter: CodeFilter,
  hall: Variant['hall'],
  projectKind: number | null,
): readonly Choice[] | null {
  switch (filter) {
    case 'industry':
      return withAll(hall.industries, 0)
    case 'projectKind':
      return withAll(hall.projectKinds, 0)
    case 'openingType':
      return withAll(hall.openingTypes, -1)
    case 'procurement':
      return withAll(hall.procurements, 100)
    case 'qualificationMethod':
      return qualificationMethods
    case 'specialty':
      return specialtiesOf(hall, projectKind)
  }
}

function specialtiesOf(hall: Variant['hall'], projectKind: number | null): readonly Choice[] | null {
  const { specialties } = hall
  const found = hall.openFilters.includes('projectKind')
    ? specialties.find((specialty) => specialty.projectKind === projectKind)
    : specialties[0]
  return found ? withAll(found.list, 100) : null
}

/** The list with a choice for all: at its place if the list has one, else first. */
function withAll(
  list: readonly { readonly code: number; readonly name: { readonly zh: string; readonly en: string } }[],
  all: number,
): readonly Choice[] {
  const choices = list.map(({ code, name }) => (code === all ? { code: null, name } : { code, name }))
  return choices.some(({ code }) => code === null) ? choices : [{ code: null, name: null }, ...choices]
}

/** The same in all variants: all 2, pre 0, post 1 (LST-4). */
const qualificationMethods: readonly Choice[] = [
  { code: null, name: null },
  { code: 0, name: { zh: '资格预审', en: 'Pre-qualification' } },
  { code: 1, name: { zh: '资格后审', en: 'Post-qualification' } },
]
