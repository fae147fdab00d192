import { ok } from '#lib/result.ts'
import type { trailCalls } from '#protocol/calls/trail.ts'
import type { Services } from '../services.ts'
import { exportTrail, readTrail } from '../trail/read-trail.ts'
import type { Handlers } from '../transport/handler.ts'

/** The security trail, for supervisors (TRL-5). */
export function trailHandlers({ database }: Pick<Services, 'database'>): Handlers<typeof trailCalls> {
  return {
    getTrail: async ({ query }) => ok(await readTrail(database, query)),

    async exportTrail() {
      const content = await exportTrail(database)
      const exported = { kind: 'security-trail', format: 'jsonl' } as const
      return ok({ fileName: 'security-trail.jsonl', mediaType: 'application/jsonl', content, exported })
    },
  }
}
