import type { Role } from '#domain/session/actor.ts'
import type { EventType } from '#domain/session/event.ts'
import type { Row } from './prompt-row.ts'
import { clip, count, minutes, phrase } from './sentence.ts'
import { isOwn } from './spoken-bids.ts'

const everybody: readonly Role[] = ['opener', 'bidder', 'supervisor', 'agency', 'tenderer']

/** How the objection inquiry is said. */
export const inquiryRows = {
  InquiryStarted: [
    {
      // A bid that it interrupts is not said again (VOI-4).
      ...{ id: 'inquiry-issued', urgent: true, topic: 'inquiry', ends: 'announcement', roles: everybody },
      say: ({ limitMinutes }) => ({
        zh: [phrase('inquiryIssued'), count(limitMinutes), phrase('minutesToAnswer')],
        en: `Bidders, please say within ${minutes(limitMinutes)} whether you object to the opening.`,
      }),
    },
  ],
  InquiryProlonged: [
    {
      ...{ id: 'inquiry-prolonged', urgent: true, topic: 'inquiry', roles: everybody },
      say: () =>
        clip('inquiryProlonged', 'The hall was unreachable; the objection inquiry has been prolonged.'),
    },
  ],
  InquiryAnswered: [
    {
      ...{ id: 'inquiry-objection', of: ({ bidderCode }) => bidderCode, urgent: true, roles: ['opener'] },
      say: ({ objects }) =>
        objects ? clip('objectionRaised', 'A bidder has raised an objection; please reply.') : null,
    },
  ],
  InquiryReplied: [
    {
      ...{ id: 'inquiry-replied', roles: ['bidder'] },
      say: ({ bidderCode }, state) =>
        isOwn(bidderCode, state)
          ? clip('inquiryReplied', 'The opener has replied to your objection to the opening.')
          : null,
    },
  ],
  InquiryClosed: [
    {
      ...{ id: 'inquiry-closed', ends: 'inquiry', roles: everybody },
      say: () => clip('inquiryClosed', 'The objection inquiry has ended.'),
    },
  ],
} as const satisfies { readonly [T in EventType]?: 'silent' | readonly Row<T>[] }
