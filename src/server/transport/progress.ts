import type { FileProgress, ProgressMessage } from '#protocol/socket/progress.ts'
import { encode } from './frames.ts'
import type { Outlet } from './outlet.ts'

/** A connection as the news of files being opened finds it. */
export interface Onlooker {
  readonly sessionId: string
  readonly outlet: Outlet
}

/** The large files that this node reads for a section. */
export type ReadingOf = (
  sessionId: string,
) => readonly { readonly fileId: string; readonly percent: number }[]

/**
 * Tells a section's onlookers how far its large files have been read, and once more when none is left. Encoded once
 * for all; whoever has not read what was sent before is left out.
 */
export function createProgressTeller(reading: ReadingOf) {
  /** Sections that were told of files the last time. */
  let told: ReadonlySet<string> = new Set()
  return (onlookers: Iterable<Onlooker>): void => {
    const all = [...onlookers]
    const sessions = [...new Set(all.map(({ sessionId }) => sessionId))]
    const files = new Map(sessions.map((id) => [id, reading(id).map(toProgress)]))
    const news = new Map(
      [...files]
        .filter(([id, some]) => some.length > 0 || told.has(id))
        .map(([id, some]) => [id, message(some)]),
    )
    told = new Set(sessions.filter((id) => files.get(id)?.length))
    for (const { sessionId, outlet } of all) {
      const fresh = news.get(sessionId)
      if (fresh && outlet.isClear()) outlet.send(fresh)
    }
  }
}

function toProgress({ fileId, percent }: ReturnType<ReadingOf>[number]): FileProgress {
  return { bidFileId: fileId, percent }
}

function message(files: FileProgress[]) {
  return encode('progress', JSON.stringify({ files } satisfies ProgressMessage))
}
