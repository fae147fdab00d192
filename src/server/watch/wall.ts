import type { Actor, Viewer } from '#domain/session/actor.ts'
import { summaryOf } from '#domain/session/summary.ts'
import { viewFor } from '#domain/session/view.ts'
import { viewState } from '#domain/session/view-state.ts'
import type { Clock } from '#lib/ports.ts'
import { mostWatched, type Watched, type WatchedSection } from '#protocol/socket/watched.ts'
import type { FailureLog } from '../failure-log.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import { lastLine } from './last-line.ts'
import type { findRunning, RunningSection } from './running-sections.ts'

export interface WallServices {
  /** The sections that belong on the wall at a time, and how many more do. */
  running(now: number): ReturnType<typeof findRunning>
  readonly log: Pick<SessionLogReader, 'state' | 'read'>
  readonly clock: Clock
  readonly failures: FailureLog
  viewerOf(actor: Actor): Viewer
}

/** The sections of the supervisors' wall. All supervisors see the same of a section (SES-11). */
export interface Wall {
  /** The whole wall. */
  read(): Promise<Watched>
  /** The sections of these that were on the wall when it was last read, as they are now. */
  readAgain(ids: Iterable<string>): Promise<WatchedSection[]>
}

/** A section whose opening has ended stays so long on the wall. */
const staysFor = 10 * 60_000
/** So many entries back a line is looked for. */
const lookedAt = 20

const supervisor: Actor = { id: 'wall', role: 'supervisor', name: '', unitCode: null }

interface Kept {
  readonly section: RunningSection
  /** When it was last among the running ones. */
  readonly seenAt: number
}

export function createWall({ running, log, clock, failures, viewerOf }: WallServices): Wall {
  const viewer = viewerOf(supervisor)
  let kept: readonly Kept[] = []
  let more = 0
  const made = new Map<string, WatchedSection & { readonly epoch: string }>()

  async function look(): Promise<void> {
    const now = clock()
    const found = await running(now)
    const isRunning = new Set(found.sections.map(({ id }) => id))
    const ended = kept.filter(({ section, seenAt }) => !isRunning.has(section.id) && seenAt > now - staysFor)
    const all = [...found.sections.map((section) => ({ section, seenAt: now })), ...ended]
    kept = all.slice(0, mostWatched)
    more = found.more
    const isKept = new Set(kept.map(({ section }) => section.id))
    for (const id of made.keys()) if (!isKept.has(id)) made.delete(id)
  }

  async function summarise({ id, code, name, opensAt }: RunningSection): Promise<WatchedSection> {
    const row = { id, code, name, opensAt: opensAt.toISOString() }
    try {
      const known = await log.state(id)
      if (!known) return { ...row, seq: 0, summary: null, last: null }
      const before = made.get(id)
      if (before?.seq === known.head && before.epoch === known.epoch) return stripped(before)
      const state = viewState(viewer, known.unredactedState)
      const page = await log.read(id, Math.max(0, known.head - lookedAt), lookedAt)
      const entries = (page?.entries ?? []).filter(({ seq }) => seq <= known.head)
      const last = lastLine(
        entries.map((entry) => viewFor(viewer, entry)),
        state,
      )
      const section = {
        ...row,
        opensAt: state.tender?.opensAt ?? row.opensAt,
        seq: known.head,
        summary: summaryOf(state),
        last: last ?? (before?.epoch === known.epoch ? before.last : null),
      }
      made.set(id, { ...section, epoch: known.epoch })
      return section
    } catch (error) {
      failures.report('a section of the wall could not be read', error, { section: id })
      return { ...row, seq: made.get(id)?.seq ?? 0, summary: null, last: null }
    }
  }

  return {
    async read() {
      await look()
      const sections = await Promise.all(kept.map(({ section }) => summarise(section)))
      return { now: clock(), ids: kept.map(({ section }) => section.id), more, sections }
    },
    async readAgain(ids) {
      const asked = new Set(ids)
      return Promise.all(
        kept.filter(({ section }) => asked.has(section.id)).map(({ section }) => summarise(section)),
      )
    },
  }
}

function stripped({ epoch: _, ...section }: WatchedSection & { readonly epoch: string }): WatchedSection {
  return section
}
