import { ok } from '#lib/result.ts'
import type { watchCalls } from '#protocol/calls/watch.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'

/** The supervisors' wall, for pages without a socket (WAL-4). */
export function watchHandlers({ wall }: Pick<Services, 'wall'>): Handlers<typeof watchCalls> {
  return {
    getWatchedSections: async () => ok(await wall.read()),
  }
}
