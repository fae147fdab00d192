import { type EventType, eventVersions } from '../session/event.ts'
import { goesWithoutSaying } from '../tender/tender.ts'

interface Versioned {
  readonly type: EventType
  readonly version: number
  readonly payload: unknown
}

/** An event or entry with its payload as it would be written today (event.ts, rule 1); most are, and stay what they are. */
export function today<T extends Versioned>(entry: T): T {
  if (entry.version >= (eventVersions[entry.type] ?? 0)) return entry
  const payload = upcasts[entry.type]?.(entry.payload as never)
  return payload ? { ...entry, payload } : entry
}

/** What earlier versions did not tell of, as it was meant. A bid used to be one file, with everything in it. */
const upcasts: { readonly [type: string]: ((payload: never) => object) | undefined } = {
  ObjectionRaised: (payload: object) => ({ attachment: null, ...payload }),
  // Bids of such tenders were sealed to one-time keys of their bidders, whatever the tender said.
  TenderPublished: ({ tender }: { tender: object }) => ({
    tender: { ...goesWithoutSaying, ...tender, encrypted: true },
  }),
  BidSubmitted: (payload: object) => ({ kind: 'technical', ...payload }),
  BidsFrozen: (payload: { bids: object[] }) => ({
    ...payload,
    bids: payload.bids.map((bid) => ({ kind: 'technical', ...bid })),
  }),
}
