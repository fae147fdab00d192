import { exhaustive } from '#lib/exhaustive.ts'
import { type Entry, type Revealed, toRecorded, type VisibleEntry } from '../log/entry.ts'
import { type Role, roles, type Viewer } from './actor.ts'
import { type Audience, nobody } from './audience.ts'
import { isKnown, type RecordedEvent } from './event.ts'
import type { SeenEvent } from './event-row.ts'
import { eventTable } from './event-table.ts'
import { isStaffOrSupervisor, ownBid } from './viewer.ts'

/**
 * What one viewer may see of one entry: all of it, without its private fields, or only that it exists.
 * The one place that decides it; applied before anything leaves the server.
 */
export function viewFor(viewer: Viewer, entry: Entry): VisibleEntry {
  const event = toRecorded(entry)
  if (!maySee(viewer, event)) return { seq: entry.seq, hash: entry.hash }
  const secrets: Record<string, Revealed> = {}
  for (const [field, revealed] of Object.entries(entry.private)) {
    if (maySeePrivate(viewer, event)) secrets[field] = revealed
  }
  return { ...entry, private: secrets }
}

/**
 * Groups viewers by what they get of a run of entries: equal keys, equal `viewFor` of every one of them. Bidders
 * differ from each other only where one of the entries is about their own unit, so that one text serves nearly all.
 */
export function viewKeysOf(entries: readonly Entry[]): (viewer: Viewer) => string {
  const units = new Set(entries.map((entry) => audienceOf(toRecorded(entry)).unit))
  return ({ role, unitCode, seesSupervisor }) => {
    // Asked for each of thousands of readers at every event: no new text where it can be helped.
    const key = roleKeys[role][seesSupervisor ? 'seeing' : 'unseeing']
    return role === 'bidder' && unitCode !== null && units.has(unitCode) ? `${key} ${unitCode}` : key
  }
}

const roleKeys = Object.fromEntries(
  roles.map((role) => [role, { seeing: `${role} seeing`, unseeing: `${role} unseeing` }]),
) as Readonly<Record<Role, { readonly seeing: string; readonly unseeing: string }>>

/** The key of those who get the same view of one entry. */
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
  // This code cannot tell who may see a newer event.
  if (!row) return nobody
  return typeof row.seenBy === 'function' ? row.seenBy(event as never) : row.seenBy
}

/** Addresses and serials of bidders, too, stay private: a call of their own compares them where the region allows it. */
function maySeePrivate(viewer: Viewer, { type }: RecordedEvent): boolean {
  const { privateSeenBy } = views.get(type) ?? {}
  return privateSeenBy ? privateSeenBy(viewer) : viewer.role === 'system'
}

interface ViewRow {
  readonly seenBy: Audience | ((event: SeenEvent<never>) => Audience)
  readonly privateSeenBy: ((viewer: Viewer) => boolean) | undefined
}

const views: ReadonlyMap<string, ViewRow> = new Map(
  Object.entries(eventTable).map(([type, { seenBy, privateSeenBy }]) => [type, { seenBy, privateSeenBy }]),
)
