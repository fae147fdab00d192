import { ok } from '#lib/result.ts'
import type { objectionCalls } from '#protocol/calls/objections.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'

/** Objections before the opening. */
export function objectionHandlers(_services: Services): Handlers<typeof objectionCalls> {
  return {
    async getYiYiList({ session }) {
      return ok({ rows: [], seq: session.head })
    },
  }
}
