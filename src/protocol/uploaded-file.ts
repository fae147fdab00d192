import { z } from 'zod'

/** The file part of a multipart form, as the API page describes it. */
export const uploadedFile = z.unknown().meta({ type: 'string', format: 'binary' })
