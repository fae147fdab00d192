import type { FileProgress, ProgressMessage } from '#protocol/socket/progress.ts'
import { type Encoded, encode } from './frames.ts'
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
 * for all. Whoever has not read what was sent before is left out and hears the next, the last word too.
 */
export function createProgressTeller(reading: ReadingOf) {
  /** Whose last word from here was of files. */
  const told = new WeakSet<Outlet>()
  return (onlookers: Iterable<Onlooker>): void => {
    const news = new Map<string, News>()
    for (const { sessionId, outlet } of onlookers) {
      const known = news.get(sessionId) ?? newsOf(reading(sessionId))
      news.set(sessionId, known)
      const { any, message } = known
      if ((!any && !told.has(outlet)) || !outlet.isClear()) continue
      outlet.send(message)
      if (any) told.add(outlet)
      else told.delete(outlet)
    }
  }
}

interface News {
  /** Whether there are files at all. */
  readonly any: boolean
  readonly message: Encoded
}

const none: News = { any: false, message: message([]) }

function newsOf(files: ReturnType<ReadingOf>): News {
  return files.length === 0 ? none : { any: true, message: message(files.map(toProgress)) }
}

function toProgress({ fileId, percent }: ReturnType<ReadingOf>[number]): FileProgress {
  return { bidFileId: fileId, percent }
}

function message(files: FileProgress[]) {
  return encode('progress', JSON.stringify({ files } satisfies ProgressMessage))
}
