import type { Role } from '#domain/actor.ts'
import type { EventShapes, EventType, RecordedEvent } from '#domain/event.ts'
import { countNumerals } from './numerals.ts'
import { type Numeral, type PhraseName, phrases } from './phrases.ts'

export type ClipName = PhraseName | Numeral

/** Something to be said: as sentences for voice and caption, and as the clips that make up the Chinese one. */
export interface Prompt {
  readonly id: string
  /** Said before what is not: time is running for somebody. */
  readonly urgent: boolean
  readonly text: { readonly zh: string; readonly en: string }
  readonly clips: readonly ClipName[]
}

interface Row<T extends EventType> {
  readonly id: string
  readonly urgent?: true
  readonly roles: readonly Role[]
  when?(payload: EventShapes[T]['payload']): boolean
  say(payload: EventShapes[T]['payload']): readonly (PhraseName | number)[]
  english(payload: EventShapes[T]['payload']): string
}

const leaders: readonly Role[] = ['opener']
const listeners: readonly Role[] = ['bidder', 'supervisor', 'agency', 'tenderer']
const everybody: readonly Role[] = [...leaders, ...listeners]

/** Which event is said to whom, and how. Rows of one event: the first that fits is said. */
const table: { readonly [T in EventType]?: readonly Row<T>[] } = {
  BidOpeningEntered: [
    {
      id: 'set-limit',
      urgent: true,
      roles: leaders,
      say: () => ['setLimit'],
      english: () => 'Please set the time limit for decryption.',
    },
    {
      id: 'opening-entered',
      roles: listeners,
      say: () => ['openingEntered'],
      english: () => 'The opening of the bid files has begun; please wait for the decryption command.',
    },
  ],
  DecryptionStarted: [
    {
      id: 'decryption-issued',
      urgent: true,
      roles: everybody,
      say: ({ limitMinutes }) => ['decryptionIssued', limitMinutes, 'minutesToDecrypt'],
      english: ({ limitMinutes }) =>
        `Decryption has been ordered: bidders, please decrypt within ${minutes(limitMinutes)}.`,
    },
  ],
  BidFailed: [
    {
      id: 'bid-failed',
      roles: everybody,
      say: () => ['bidFailed'],
      english: () => 'A bid file could not be opened; see the progress log.',
    },
  ],
  DecryptionClosed: [
    {
      id: 'all-decrypted',
      roles: everybody,
      when: ({ cause }) => cause === 'all-opened',
      say: () => ['allDecrypted'],
      english: () => 'All bid files are decrypted; decryption is closed.',
    },
    {
      id: 'decryption-over',
      roles: everybody,
      say: () => ['decryptionOver'],
      english: () => 'The decryption time is over.',
    },
  ],
  AnnouncementStarted: [
    {
      id: 'announcement-started',
      roles: everybody,
      say: ({ bidderCount }) => ['announcementStarted', bidderCount, 'bidders'],
      english: ({ bidderCount }) =>
        `The announcement begins, with ${bidderCount} ${bidderCount === 1 ? 'bidder' : 'bidders'}.`,
    },
  ],
  EndEntered: [
    {
      id: 'end-entered',
      roles: everybody,
      say: () => ['endEntered'],
      english: () => 'The session has entered its end step.',
    },
  ],
  ConfirmationStarted: [
    {
      id: 'confirmation-asked',
      urgent: true,
      roles: everybody,
      say: ({ limitMinutes }) => ['confirmationAsked', limitMinutes, 'minutesToConfirm'],
      english: ({ limitMinutes }) => `Bidders, please confirm the overview within ${minutes(limitMinutes)}.`,
    },
  ],
  ConfirmationClosed: [
    {
      id: 'confirmation-closed',
      roles: everybody,
      say: () => ['confirmationClosed'],
      english: () => 'The confirmation of the overview is closed.',
    },
  ],
  SigningStarted: [
    {
      id: 'signing-issued',
      urgent: true,
      roles: everybody,
      say: ({ limitMinutes }) => ['signingIssued', limitMinutes, 'minutesToSign'],
      english: ({ limitMinutes }) =>
        `Signing has been ordered: bidders, please sign the opening record within ${minutes(limitMinutes)}.`,
    },
  ],
  SigningExtended: [
    {
      id: 'signing-extended',
      urgent: true,
      roles: everybody,
      say: (payload) => ['signingExtended', payload.minutes, 'minutes'],
      english: (payload) => `Signing has been extended by ${minutes(payload.minutes)}.`,
    },
  ],
  SigningClosed: [
    {
      id: 'signing-over',
      roles: everybody,
      say: () => ['signingOver'],
      english: () => 'The signing time is over.',
    },
  ],
  SigningConfirmed: [
    {
      id: 'signing-confirmed',
      roles: everybody,
      say: () => ['signingConfirmed'],
      english: () => 'The signatures have been confirmed.',
    },
  ],
  OpeningEnded: [
    {
      id: 'opening-ended',
      roles: everybody,
      say: () => ['openingEnded'],
      english: () => 'The opening has ended. Thank you for taking part.',
    },
  ],
}

/** What is said to somebody of this role when the event happens; null when nothing is (S0 §4, S1 §8). */
export function promptFor(event: RecordedEvent, role: Role): Prompt | null {
  const rows = (table[event.type] ?? []) as readonly Row<EventType>[]
  const row = rows.find(({ roles, when }) => roles.includes(role) && (when?.(event.payload as never) ?? true))
  if (!row) return null
  const clips = row.say(event.payload as never).flatMap(clipsOf)
  const zh = `${clips.map(textOf).join('')}。`
  return {
    id: row.id,
    urgent: row.urgent ?? false,
    text: { zh, en: row.english(event.payload as never) },
    clips,
  }
}

function clipsOf(part: PhraseName | number): ClipName[] {
  return typeof part === 'number' ? countNumerals(part) : [part]
}

function textOf(clip: ClipName): string {
  return clip in phrases ? phrases[clip as PhraseName].zh : clip
}

function minutes(count: number): string {
  return count === 1 ? '1 minute' : `${count} minutes`
}
