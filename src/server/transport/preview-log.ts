import type { Viewer } from '#domain/session/actor.ts'
import type { Previews } from '../log/previews.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'

/** A bidder's preview, read like a log. */
export function previewLog(previews: Previews, viewer: Viewer): Pick<SessionLogReader, 'read' | 'state'> {
  const now = async (sessionId: string) => (await previews.find(sessionId))?.of(viewer) ?? null
  return {
    async read(sessionId, after, limit) {
      const preview = await now(sessionId)
      return preview && { epoch: preview.epoch, head: preview.head, entries: preview.read(after, limit) }
    },
    async state(sessionId) {
      const preview = await now(sessionId)
      if (!preview) return null
      const { epoch, head, hash, state } = preview
      return { epoch, head, hash, at: '', unredactedState: state }
    },
  }
}
