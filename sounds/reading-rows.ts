import type { Role } from '#domain/session/actor.ts'
import type { EventType } from '#domain/session/event.ts'
import { hasAnnouncement } from '#domain/session/flow.ts'
import type { Row } from './prompt-row.ts'
import { announcementBegins, bidSentences, resumed } from './reading-sentences.ts'
import { clip } from './sentence.ts'
import { isOwn } from './spoken-bids.ts'

const everybody: readonly Role[] = ['opener', 'bidder', 'supervisor', 'agency', 'tenderer']

/** All of one series: the newest is said, in place of what is being read (VOI-4). */
const series = { id: 'reading', reading: 'bid', topic: 'announcement', roles: everybody } as const

/** How the reading of the bids is said: as the log's entries lead it. */
export const readingRows = {
  AnnouncementStarted: [
    {
      ...{ ...series, id: 'announcement-started', reading: 'beginning', ends: 'backup' },
      say: ({ bidderCount }, { tender }) =>
        tender && !hasAnnouncement(tender.bidStyle) ? null : announcementBegins(bidderCount),
    },
  ],
  // Read with its entry.
  BidAnnounced: 'silent',
  // The first bid follows.
  ReadingStarted: 'silent',
  BidRead: [{ ...series, say: ({ bidderCode }, state) => bidSentences(bidderCode, state) }],
  BidReadAgain: [{ ...series, say: ({ bidderCode }, state) => bidSentences(bidderCode, state) }],
  ReadingPaused: [{ ...series, say: () => clip('readingPaused', 'The reading is paused.') }],
  ReadingResumed: [{ ...series, say: (_, state) => resumed(state) }],
  ReadingPaceSet: 'silent',
  ReadingFinished: [{ ...series, say: () => clip('readingFinished', 'All bids have been read.') }],
  ReadingCutShort: [
    {
      ...series,
      say: () =>
        clip('readingCutShort', 'The reading has been ended early; the figures are in the overview.'),
    },
  ],
  RowChecked: [
    {
      ...{ id: 'row-disputed', of: ({ bidderCode }) => bidderCode, roles: ['opener'] },
      say: ({ answer }) =>
        answer === 'disputed'
          ? clip('rowDisputed', 'A bidder disputes their announced row; please look at the overview.')
          : null,
    },
  ],
  DisputeReplied: [
    {
      ...{ id: 'dispute-replied', roles: ['bidder'] },
      say: ({ bidderCode }, state) =>
        isOwn(bidderCode, state)
          ? clip('objectionReplied', 'The opener has replied to what you dispute in your row.')
          : null,
    },
  ],
} as const satisfies { readonly [T in EventType]?: 'silent' | readonly Row<T>[] }
