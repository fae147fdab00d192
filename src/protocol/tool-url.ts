import { z } from 'zod'

/**
 * Address from which the tool on the user's machine fetches a file, with a ticket instead of a login, to be prefixed
 * with its launcher (REST-8). Null where the variant has no tool for the file.
 */
export const toolUrl = z.string().nullable()
