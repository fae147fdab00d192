import type { FileProgress, ProgressMessage } from '#protocol/socket/progress.ts'
import { type EncodedMessage, encodeMessage } from './encoded-message.ts'
import type { SocketWriter } from './socket-writer.ts'

export interface ProgressReader {
  readonly sessionId: string
  readonly writer: SocketWriter
}

/** The large files of a session that this node is reading. */
export type ProgressOf = (
  sessionId: string,
) => readonly { readonly fileId: string; readonly percent: number }[]

/**
 * Sends a session's subscribers how far its large files have been read, and an empty list once when none is left.
 * Encoded once per session. A connection that is not drained is skipped and gets the next message, or the empty list.
 */
export function createProgressSender(progressOf: ProgressOf) {
  /** Connections whose last progress message listed files. */
  const awaitingEnd = new WeakSet<SocketWriter>()
  return (readers: Iterable<ProgressReader>): void => {
    const bySession = new Map<string, SessionProgress>()
    for (const { sessionId, writer } of readers) {
      const progress = bySession.get(sessionId) ?? encodeProgress(progressOf(sessionId))
      bySession.set(sessionId, progress)
      const { hasFiles, message } = progress
      if ((!hasFiles && !awaitingEnd.has(writer)) || !writer.isDrained()) continue
      writer.send(message)
      if (hasFiles) awaitingEnd.add(writer)
      else awaitingEnd.delete(writer)
    }
  }
}

interface SessionProgress {
  readonly hasFiles: boolean
  readonly message: EncodedMessage
}

const noFiles: SessionProgress = { hasFiles: false, message: progressMessage([]) }

function encodeProgress(files: ReturnType<ProgressOf>): SessionProgress {
  if (files.length === 0) return noFiles
  const message = progressMessage(files.map(({ fileId, percent }) => ({ bidFileId: fileId, percent })))
  return { hasFiles: true, message }
}

function progressMessage(files: FileProgress[]): EncodedMessage {
  return encodeMessage('progress', JSON.stringify({ files } satisfies ProgressMessage))
}
