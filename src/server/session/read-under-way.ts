import { type UnderWay, underWay } from '#domain/session/under-way.ts'
import { AlteredLogError } from '../log/log-marks.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'

/**
 * How far a section's opening has come, for the section list. Null before its tender is published, and if its log was
 * altered: that raises its own alarm, and the list of the other sections stays readable.
 */
export async function readUnderWay(
  log: Pick<SessionLogReader, 'state'>,
  sessionId: string,
): Promise<UnderWay | null> {
  try {
    const known = await log.state(sessionId)
    return known && underWay(known.unredactedState)
  } catch (error) {
    if (error instanceof AlteredLogError) return null
    throw error
  }
}
