import { z } from 'zod'

/**
 * Where the region's tool on the user's machine fetches a file, with a ticket in place of a login: what its starter's
 * prefix is put before (REST-8). Null where the region has no tool for such a file.
 */
export const toolUrl = z.string().nullable()
