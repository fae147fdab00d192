import type { EventType } from '#domain/session/event.ts'

/** The events that tell how far a bidder's files are: with many bidders they come by the hundred. */
export const fileAdvances: ReadonlySet<string> = new Set<EventType>([
  ...([
    'FileKeyHandedOver',
    'DecryptionRefused',
    'BackupFileAccepted',
    'BidDecrypted',
    'BidImported',
  ] as const),
  ...(['BidFailed', 'BidderLineRecorded'] as const),
])
