import { z } from 'zod'
import { trailKinds, trailLineSchema } from '#domain/trail/trail-line.ts'
import type { Call } from '../call.ts'

/** A line as the page shows it. */
export const shownTrailLine = z.strictObject({
  ...trailLineSchema.shape,
  /** Of the section, if there is one; null for others. */
  sectionCode: z.string().nullable(),
  sectionName: z.string().nullable(),
})
export type ShownTrailLine = z.infer<typeof shownTrailLine>

/** The security trail of the hall. */
export const trailCalls = {
  getTrail: {
    method: 'GET',
    path: '/api/trail',
    auth: 'user',
    action: 'ReadTrail',
    summary: 'What was refused, who logged in and out, what was exported and changed; the newest first',
    rules: 'TRL-2, TRL-5',
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(50),
      kind: z.enum(trailKinds).optional(),
      /** An account's code. */
      account: z.string().trim().min(1).max(100).optional(),
      /** A section's code or id. */
      section: z.string().trim().min(1).max(100).optional(),
      from: z.iso.datetime().optional(),
      to: z.iso.datetime().optional(),
    }),
    response: z.strictObject({
      /** Number of matches, counted up to `countedTo`. */
      total: z.number().int(),
      /** Whether there are more than `total`. */
      more: z.boolean(),
      lines: z.array(shownTrailLine),
    }),
  },
  exportTrail: {
    method: 'GET',
    path: '/api/trail/export',
    auth: 'user',
    action: 'ReadTrail',
    summary: 'The whole trail as a file of JSON lines whose chain anybody can check',
    rules: 'TRL-1, TRL-5',
    response: z.string(),
    produces: 'application/jsonl',
  },
} as const satisfies Record<string, Call>
