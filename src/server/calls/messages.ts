import { isHidden, toRecorded, type VisibleEntry } from '#domain/log/entry.ts'
import type { SessionState } from '#domain/session/state.ts'
import { viewFor } from '#domain/session/view.ts'
import { ok } from '#lib/result.ts'
import type { messageCalls } from '#protocol/calls/messages.ts'
import type { Language } from '#protocol/messages/codes.ts'
import { lookupsIn, progressLine } from '#protocol/messages/progress.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'

/** The progress log answers its newest entries only. */
const lineLimit = 5000

/** The progress log by REST. */
export function messageHandlers({
  log,
  viewerOf,
}: Pick<Services, 'log' | 'viewerOf'>): Handlers<typeof messageCalls> {
  return {
    async getKBProgressMessage({ session, login, language }) {
      const after = Math.max(0, session.head - lineLimit)
      const viewer = viewerOf(login.actor)
      const logged = session.preview ? null : await log.read(session.id, after, lineLimit)
      const entries = logged
        ? logged.entries.map((entry) => viewFor(viewer, entry))
        : (session.preview?.read(after, lineLimit) ?? [])
      return ok(progressLines(entries, session.state, language))
    },
  }
}

/** The sentences of the entries that the viewer may see, with the state as they may see it (SES-16). */
function progressLines(entries: readonly VisibleEntry[], state: SessionState, language: Language) {
  const lookups = lookupsIn(() => state)
  return entries.flatMap((entry) => {
    if (isHidden(entry)) return []
    const Message = progressLine(toRecorded(entry), language, lookups)
    return [{ seq: entry.seq, CreateTime: entry.at, Message }]
  })
}
