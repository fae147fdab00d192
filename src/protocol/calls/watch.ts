import type { Call } from '../call.ts'
import { watchedSchema } from '../socket/watched.ts'

/** The supervisors' wall. */
export const watchCalls = {
  getWatchedSections: {
    method: 'GET',
    path: '/api/watch',
    auth: 'user',
    action: 'ReadWall',
    summary: 'What runs in the sections that are being opened or will be within half an hour, at most 30',
    rules: 'WAL-1, WAL-2',
    response: watchedSchema,
  },
} as const satisfies Record<string, Call>
