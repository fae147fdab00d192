import { exhaustive } from '#lib/exhaustive.ts'
import { blindField, type Entry, type Revealed, toRecorded, type VisibleEntry } from '../log/entry.ts'
import { type Role, roles, type Viewer } from './actor.ts'
import { type Audience, nobody } from './audience.ts'
import { isKnown, type RecordedEvent } from './event.ts'
import type { SeenEvent } from './event-row.ts'
import { eventTable } from './event-table.ts'
import { isStaffOrSupervisor, ownBid } from './viewer.ts'

/**
 * What one viewer may see of one entry: all of it, all but its private fields, or only that it exists. Every entry
 * passes through here before it leaves the server.
 */
export function viewFor(viewer: Viewer, entry: Entry): VisibleEntry {
  return redacted(viewer, entry, maySeePrivate)
}

/** As `viewFor`, with the proofs that only exports have (LOG-9). */
export function exportedViewFor(viewer: Viewer, entry: Entry): VisibleEntry {
  return redacted(viewer, entry, (_, event) => isExported(event) || maySeePrivate(viewer, event))
}

function redacted(viewer: Viewer, entry: Entry, sees: typeof maySeePrivate): VisibleEntry {
  const event = toRecorded(entry)
  if (!maySee(viewer, event)) return { seq: entry.seq, hash: entry.hash }
  const secrets: Record<string, Revealed> = {}
  for (const [field, revealed] of Object.entries(entry.private)) {
    if (field !== blindField && sees(viewer, event)) secrets[field] = revealed
  }
  return { ...entry, private: secrets }
}

/**
 * Groups viewers by what they see of a run of entries: equal keys mean equal `viewFor` of every entry. Bidders differ
 * only where an entry is about their own unit, so that one text serves nearly all.
 */
export function viewKeysOf(entries: readonly Entry[]): (viewer: Viewer) => string {
  const units = new Set(entries.map((entry) => audienceOf(toRecorded(entry)).unit))
  units.delete(null)
  return ({ role, unitCode, seesSupervisor }) => {
    // Called for thousands of readers at every event, so it builds a text only where it must.
    const key = roleKeys[role][seesSupervisor ? 'seeing' : 'unseeing']
    return units.size > 0 && role === 'bidder' && units.has(unitCode) ? `${key} ${unitCode}` : key
  }
}

const roleKeys = Object.fromEntries(
  roles.map((role) => [role, { seeing: `${role} seeing`, unseeing: `${role} unseeing` }]),
) as Readonly<Record<Role, { readonly seeing: string; readonly unseeing: string }>>

/** The one bidder, by their unit, who may see more of an entry than other bidders; null where it is about none. */
export function unitConcerned(entry: Entry): string | null {
  return audienceOf(toRecorded(entry)).unit
}

/** The key of viewers who see the same of one entry. */
export function viewKeyOf(viewer: Viewer, entry: Entry): string {
  return viewKeysOf([entry])(viewer)
}

function maySee(viewer: Viewer, event: RecordedEvent): boolean {
  const { who, unit } = audienceOf(event)
  switch (who) {
    case 'everybody':
      return true
    case 'staff and supervisor':
      return isStaffOrSupervisor(viewer) || ownBid(viewer, unit)
    case 'who sees the supervisor':
      return viewer.seesSupervisor
    case 'staff who see the supervisor':
      return isStaffOrSupervisor(viewer) && viewer.seesSupervisor
    case 'nobody':
      return false
    default:
      return exhaustive(who)
  }
}

function audienceOf(event: RecordedEvent): Audience {
  const row = isKnown(event) ? views.get(event.type) : undefined
  // A newer event: its audience is unknown here (LOG-5).
  if (!row) return nobody
  return typeof row.seenBy === 'function' ? row.seenBy(event as never) : row.seenBy
}

/** Bidders' addresses and serials are hidden too; a call of its own compares them where the variant allows it. */
function maySeePrivate(viewer: Viewer, { type }: RecordedEvent): boolean {
  const { privateSeenBy } = views.get(type) ?? {}
  return privateSeenBy ? privateSeenBy(viewer) : viewer.role === 'system'
}

function isExported({ type }: RecordedEvent): boolean {
  return views.get(type)?.privateExported ?? false
}

interface ViewRow {
  readonly seenBy: Audience | ((event: SeenEvent<never>) => Audience)
  readonly privateSeenBy: ((viewer: Viewer) => boolean) | undefined
  readonly privateExported: true | undefined
}

const views: ReadonlyMap<string, ViewRow> = new Map(
  Object.entries(eventTable).map(([type, { seenBy, privateSeenBy, privateExported }]) => [
    type,
    { seenBy, privateSeenBy, privateExported },
  ]),
)
