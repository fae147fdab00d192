import type { TourRole } from '#client/store/tour.ts'

/** The screens that a tour visits; those of a section are named by the step that it shows. */
export type TourPlace = 'list' | 'wall' | 'trail' | SectionPlace
export type SectionPlace = 'waiting' | 'decryption' | 'announcement' | 'ended'

/** A step of a tour: a screen, an element on it, and (under its name in the texts) what there is to know about it. */
export interface TourStep {
  readonly name: StepName
  readonly place: TourPlace
  /** Selectors of the element: the first that is on the screen counts. The last is there in every standing of a section. */
  readonly targets: readonly [string, ...string[]]
}

type StepName =
  | 'list'
  | 'wall'
  | 'steps'
  | 'bar'
  | 'waitingRoom'
  | 'openerDeadline'
  | 'deadline'
  | 'ownBid'
  | 'counts'
  | 'log'
  | 'reading'
  | 'overview'
  | 'ownRow'
  | 'summary'
  | 'ownSummary'
  | 'documents'
  | 'verify'
  | 'trail'

const part = (name: string) => `[data-tour="${name}"]`
const bar = part('bar')

const list: TourStep = { name: 'list', place: 'list', targets: [part('enter'), '[role="tablist"]'] }
const steps: TourStep = { name: 'steps', place: 'waiting', targets: [part('steps')] }
const whatNow: TourStep = { name: 'bar', place: 'waiting', targets: [bar] }
const deadline: TourStep = { name: 'deadline', place: 'decryption', targets: ['[data-clock]', bar] }
const counts: TourStep = { name: 'counts', place: 'decryption', targets: [part('counts')] }
const log: TourStep = { name: 'log', place: 'decryption', targets: [part('log')] }
const overview: TourStep = { name: 'overview', place: 'announcement', targets: [part('overview')] }
const summary: TourStep = { name: 'summary', place: 'ended', targets: [part('summary')] }
const documents: TourStep = { name: 'documents', place: 'ended', targets: [part('documents')] }
const verify: TourStep = { name: 'verify', place: 'ended', targets: [part('export'), part('log')] }

/** The tours, each for about five minutes. */
export const tours: Readonly<Record<TourRole, readonly TourStep[]>> = {
  opener: [
    ...[list, steps, whatNow],
    { ...deadline, name: 'openerDeadline' },
    ...[counts, log],
    { name: 'reading', place: 'announcement', targets: ['#part-reading', bar] },
    ...[overview, summary, documents, verify],
  ],
  bidder: [
    list,
    { name: 'waitingRoom', place: 'waiting', targets: [part('waiting'), bar] },
    ...[whatNow, deadline],
    { name: 'ownBid', place: 'decryption', targets: ['[data-sticky-act]', part('own-files')] },
    log,
    { name: 'ownRow', place: 'announcement', targets: [part('own-row'), part('overview')] },
    { ...summary, name: 'ownSummary' },
    ...[documents, verify],
  ],
  supervisor: [
    list,
    { name: 'wall', place: 'wall', targets: [part('card'), 'main h1'] },
    ...[steps, deadline, counts, log, overview, summary, documents, verify],
    { name: 'trail', place: 'trail', targets: [part('trail')] },
  ],
}
