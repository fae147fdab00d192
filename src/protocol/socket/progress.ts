import { z } from 'zod'

/** How far a large file has been read by the server that opens it, from 0 to 100. */
export const fileProgressSchema = z.strictObject({ bidFileId: z.uuid(), percent: z.number().int() })
export type FileProgress = z.infer<typeof fileProgressSchema>

/**
 * server → client, every 2 s while this node reads large files of the section, and once more with none: it is in no log,
 * and whoever misses one hears the next.
 */
export const progressSchema = z.strictObject({ files: z.array(fileProgressSchema) })
export type ProgressMessage = z.infer<typeof progressSchema>
export const progressMilliseconds = 2000
