import { type UnderWay, underWay } from '#domain/session/under-way.ts'
import { AlteredLogError } from '../log/log-marks.ts'
import type { Snapshot } from '../log/session-log-reader.ts'

type ReadState = () => Promise<Snapshot | null>

/**
 * What is read of a section for the section list; null for a section without a log, and if its log was altered: that
 * raises its own alarm, and the list of the other sections stays readable.
 */
export async function readListed(read: ReadState): Promise<Snapshot | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AlteredLogError) return null
    throw error
  }
}

/** How far a section's opening has come; null before its tender is published, and where `readListed` yields null. */
export async function readUnderWay(read: ReadState): Promise<UnderWay | null> {
  const known = await readListed(read)
  return known && underWay(known.unredactedState)
}
