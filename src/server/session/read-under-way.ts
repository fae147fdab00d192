import type { SessionState } from '#domain/session/state.ts'
import { type UnderWay, underWay } from '#domain/session/under-way.ts'
import { AlteredLogError } from '../log/log-marks.ts'
import type { Snapshot } from '../log/session-log-reader.ts'

/**
 * A section's state for the section list; null for a section without a log, and if its log was altered: that raises its
 * own alarm, and the list of the other sections stays readable.
 */
export async function readListed(read: () => Promise<Snapshot | null>): Promise<SessionState | null> {
  try {
    return (await read())?.unredactedState ?? null
  } catch (error) {
    if (error instanceof AlteredLogError) return null
    throw error
  }
}

/** How far a section's opening has come, for the section list; null where `readListed` yields null. */
export async function readUnderWay(read: () => Promise<Snapshot | null>): Promise<UnderWay | null> {
  const state = await readListed(read)
  return state && underWay(state)
}
