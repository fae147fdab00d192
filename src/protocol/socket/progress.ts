import { z } from 'zod'

/** Progress of reading a large file, from 0 to 100. */
export const fileProgressSchema = z.strictObject({ bidFileId: z.uuid(), percent: z.number().int() })
export type FileProgress = z.infer<typeof fileProgressSchema>

/**
 * server → client, every 2 s while this node reads large files of the section, and once more without files. It is in no
 * log; a missed message is made good by the next.
 */
export const progressSchema = z.strictObject({ files: z.array(fileProgressSchema) })
export type ProgressMessage = z.infer<typeof progressSchema>
export const progressMilliseconds = 2000
