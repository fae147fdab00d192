/** Step 3 of one envelope. */
export interface AnnouncementState {
  readonly startedAt: string
  readonly bidderCount: number
  /** Null until the reading is started, and in logs of before there was one. */
  readonly reading: Reading | null
}

/** The reading of the bids, led by the opener (ANN-8). */
export interface Reading {
  readonly startedAt: string
  /** Seconds after which the clock reads the next bid, if its words are said by then; null: the opener reads it. */
  readonly pace: number | null
  /** The place of the bid being read, in the order of the list, from 1; 0 before the first. */
  readonly position: number
  /** Whose bid is being read. */
  readonly bidderCode: string | null
  /** When the current bid's time began. */
  readonly since: string
  readonly paused: boolean
  readonly endedAt: string | null
  /** Why it was cut short; null where every bid was read. */
  readonly cutShort: string | null
}

/** A bidder's own word on their announced row (ANN-13), with the opener's reply to a dispute (ANN-17). */
export interface RowCheck {
  readonly answer: 'right' | 'disputed'
  /** What is disputed; empty for `right`. */
  readonly text: string
  readonly at: string
  readonly reply: { readonly content: string; readonly at: string } | null
}

/** The limits of the pace in seconds. */
export const paceSeconds = { least: 3, most: 300 } as const

/** The greatest length of the reason of a reading cut short, and of what a bidder disputes. */
export const readingTextLength = 200
