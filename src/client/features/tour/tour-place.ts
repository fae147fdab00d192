import type { SectionListRow } from '#protocol/calls/section-list.ts'
import type { SectionPlace, TourPlace } from './tour-steps.ts'

/** A section as the list shows it. */
export type Listed = Pick<SectionListRow, 'bdGuid' | 'running' | 'BDZHUANGTAI'>

/** The steps of sections under way, best first, that show what a place is about. */
const wanted = {
  waiting: ['preparation', 'opening', 'announcement', 'end'],
  decryption: ['opening', 'announcement', 'end'],
  announcement: ['announcement', 'end'],
  ended: [],
} as const satisfies Record<SectionPlace, readonly NonNullable<Listed['running']>['step'][]>

/**
 * The sections to show at a place, best first: an earlier step's screen stays open in a section that has gone on, so
 * a place can be shown when nobody stands at its step any more.
 */
export function candidatesFor(
  place: SectionPlace,
  { open, ended }: { readonly open: readonly Listed[]; readonly ended: readonly Listed[] },
): readonly string[] {
  const goingOn = open.filter(({ BDZHUANGTAI }) => BDZHUANGTAI === 0)
  const running = wanted[place].flatMap((step) => goingOn.filter((row) => row.running?.step === step))
  return [...running, ...ended.filter(({ BDZHUANGTAI }) => BDZHUANGTAI === 0)].map(({ bdGuid }) => bdGuid)
}

export function isSectionPlace(place: TourPlace): place is SectionPlace {
  return Object.hasOwn(wanted, place)
}

const screens = {
  waiting: 'bidready',
  decryption: 'declassifiedstatus',
  announcement: 'bidcall',
  ended: 'bidend?tab=reports',
} as const satisfies Record<SectionPlace, string>

/** The address of a place; of a section's, in the section with this id. */
export function addressOf(place: TourPlace, section: string | null): string {
  switch (place) {
    case 'list':
      return '/hall'
    case 'wall':
      return '/watch'
    case 'trail':
      return '/trail'
    default:
      return `/bid/${section}/${screens[place]}`
  }
}
