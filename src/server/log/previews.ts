import { type CanonicalParts, canonicalParts, type Entry, isHidden } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { bidsAreClosed, getsPreview, previewEntry, previewGenesis } from '#domain/session/preview.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { unitConcerned, viewFor } from '#domain/session/view.ts'
import { epochOfPreview } from '#protocol/socket/epoch.ts'
import { type Fold, foldOn } from './batch.ts'
import type { SessionLogReader, Snapshot } from './session-log-reader.ts'
import { sha256 } from './sha256.ts'

/*
 * The previews of bidders (RIV-1) on this node. A section's log is read once, and its entries are sorted by whom they
 * concern; a bidder's preview is made of those that all bidders see and of their own. So an entry of a rival costs
 * the others nothing but a look at two lengths.
 */

/** A bidder's preview as it stood at some moment; never changes. */
export interface Preview {
  readonly epoch: string
  readonly head: number
  /** Of the entry at `head`. */
  readonly hash: string
  readonly state: SessionState
  /** The entries after `after`, as the bidder sees them: at most `limit`. */
  read(after: number, limit: number): readonly Entry[]
}

/** The previews of one section, with everything that was committed when they were asked for. */
export interface SessionPreviews {
  of(viewer: Viewer): Preview
  /** Where the log's entry `seq` stands in the viewer's preview: at its own place, or at that of the last before it. */
  placeOf(viewer: Viewer, seq: number): number
}

export interface Previews {
  /** Null where bidders get the log itself, and for an unknown section. `known`, where it was just read, saves work. */
  find(sessionId: string, known?: KnownSection): Promise<SessionPreviews | null>
  /** The viewer's preview; null where they get the log itself. */
  previewOf(sessionId: string, viewer: Viewer, known?: KnownSection): Promise<Preview | null>
  /** The number by which the viewer knows the log's entry `seq`: in their preview, where they get one. */
  seqFor(sessionId: string, viewer: Viewer, seq: number, known?: KnownSection): Promise<number>
}

type KnownSection = Omit<Snapshot, 'epoch' | 'head' | 'hash'>

/** The most sections whose previews are kept; others are read again when asked for. */
const sectionsKept = 2000
const pageLength = 2000

/** Sees what every bidder sees. */
const anyBidder: Viewer = { role: 'bidder', unitCode: null, seesSupervisor: true }

export function createPreviews(log: Pick<SessionLogReader, 'read'>): Previews {
  const sections = new Map<string, Section | 'closed'>()

  function keep(sessionId: string, section: Section | 'closed'): void {
    // A map keeps insertion order: the most recently used section is last.
    sections.delete(sessionId)
    sections.set(sessionId, section)
    for (const oldest of sections.keys()) if (sections.size > sectionsKept) sections.delete(oldest)
  }

  async function find(sessionId: string, known?: KnownSection): Promise<SessionPreviews | null> {
    const kept = sections.get(sessionId)
    if (kept === 'closed' || (known && bidsAreClosed(known.unredactedState, known.at))) {
      keep(sessionId, 'closed')
      return null
    }
    const section = kept ?? emptySection(sessionId)
    keep(sessionId, section)
    const found = await section.readOn(() => readOn(log, sessionId, section))
    if (found === 'closed') keep(sessionId, 'closed')
    return found === 'open' ? viewsOf(section) : null
  }

  return {
    find,
    async previewOf(sessionId, viewer, known) {
      return getsPreview(viewer) ? ((await find(sessionId, known))?.of(viewer) ?? null) : null
    },
    async seqFor(sessionId, viewer, seq, known) {
      return getsPreview(viewer) ? ((await find(sessionId, known))?.placeOf(viewer, seq) ?? seq) : seq
    },
  }
}

/** An entry with the texts that its hashes in all previews are made of. */
interface Sorted {
  readonly entry: Entry
  readonly parts: () => CanonicalParts
}

interface Section {
  readonly sessionId: string
  epoch: string
  /** The last entry read. */
  head: number
  isClosed: boolean
  /** What every bidder knows. */
  state: SessionState
  /** Entries that every bidder sees. */
  readonly common: Sorted[]
  /** Those that one bidder sees, by unit. */
  readonly own: Map<string, Sorted[]>
  readonly bidders: Map<string, BidderPreview>
  /** One read at a time. */
  readOn(read: () => Promise<Found>): Promise<Found>
}

type Found = 'open' | 'closed' | 'unknown'

interface BidderPreview {
  /** How much of `common` and `own` is in it. */
  commonTaken: number
  ownTaken: number
  fold: Fold
  readonly entries: Entry[]
  /** Their places in the log. */
  readonly seqs: number[]
}

function emptySection(sessionId: string): Section {
  let last: Promise<unknown> = Promise.resolve()
  return {
    ...{ sessionId, epoch: '', head: 0, isClosed: false, state: initial() },
    common: [],
    own: new Map(),
    bidders: new Map(),
    readOn(read) {
      const done = last.then(read)
      last = done.catch(() => {})
      return done
    },
  }
}

/** Sorts what was appended since. */
async function readOn(
  log: Pick<SessionLogReader, 'read'>,
  sessionId: string,
  section: Section,
): Promise<Found> {
  while (!section.isClosed) {
    const page = await log.read(sessionId, section.head, pageLength)
    if (!page) return 'unknown'
    section.epoch = page.epoch
    for (const entry of page.entries) {
      // Before it is sorted: a preview never has what comes after its end.
      if (bidsAreClosed(section.state, entry.at)) section.isClosed = true
      if (section.isClosed) return 'closed'
      sort(section, entry)
      section.head = entry.seq
    }
    if (page.entries.length === 0 || section.head >= page.head) break
  }
  section.isClosed ||= section.state.frozen
  return section.isClosed ? 'closed' : 'open'
}

function sort(section: Section, entry: Entry): void {
  let parts: CanonicalParts | null = null
  const sorted = {
    entry,
    parts() {
      parts ??= canonicalParts(entry)
      return parts
    },
  }
  const seen = viewFor(anyBidder, entry)
  if (!isHidden(seen)) {
    section.common.push(sorted)
    const fold = { head: seen.seq - 1, hash: seen.previous, at: seen.at, state: section.state }
    section.state = foldOn(fold, [seen]).state
    return
  }
  const unit = unitConcerned(entry)
  if (unit === null) return
  const own = section.own.get(unit)
  if (own) own.push(sorted)
  else section.own.set(unit, [sorted])
}

function viewsOf(section: Section): SessionPreviews {
  return {
    of(viewer) {
      const { fold, entries } = upToDate(section, viewer)
      const { head, hash, state } = fold
      return {
        ...{ epoch: epochOfPreview(section.epoch, viewer.unitCode ?? ''), head, hash, state },
        read: (after, limit) => entries.slice(after, Math.min(head, after + limit)),
      }
    },
    placeOf(viewer, seq) {
      const { seqs } = upToDate(section, viewer)
      return seqs.findLastIndex((own) => own <= seq) + 1
    },
  }
}

/** The bidder's preview with everything that the section has. */
function upToDate(section: Section, viewer: Viewer): BidderPreview {
  const unitCode = viewer.unitCode ?? ''
  const preview = section.bidders.get(unitCode) ?? emptyPreview(section.sessionId)
  section.bidders.set(unitCode, preview)
  const news = newsFor(section, unitCode, preview)
  const added: Entry[] = []
  let { head, hash } = preview.fold
  for (const { entry, parts } of news) {
    const moved = previewEntry(viewer, entry, { seq: head + 1, previous: hash }, parts, sha256)
    if (!moved) continue
    head = moved.seq
    hash = moved.hash
    added.push(moved)
    preview.seqs.push(entry.seq)
  }
  preview.fold = foldOn(preview.fold, added)
  preview.entries.push(...added)
  return preview
}

/** What was sorted since, in the log's order. */
function newsFor(section: Section, unitCode: string, preview: BidderPreview): readonly Sorted[] {
  const own = section.own.get(unitCode) ?? []
  const { common } = section
  if (preview.commonTaken === common.length && preview.ownTaken === own.length) return []
  const news = [...common.slice(preview.commonTaken), ...own.slice(preview.ownTaken)]
  preview.commonTaken = common.length
  preview.ownTaken = own.length
  return news.sort((one, other) => one.entry.seq - other.entry.seq)
}

function emptyPreview(sessionId: string): BidderPreview {
  const fold = { head: 0, hash: previewGenesis(sessionId), at: '', state: initial() }
  return { commonTaken: 0, ownTaken: 0, fold, entries: [], seqs: [] }
}
