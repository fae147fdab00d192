import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ok, type Result } from '#lib/result.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { FileStore, StoredBytes } from './file-store.ts'

/** Largest file taken, in MB. */
export const largestFileMegabytes = 200

export interface Upload {
  readonly fields: Readonly<Record<string, string>>
  readonly fileName: string
  readonly stored: StoredBytes
}

/**
 * Reads a form of text fields followed by one file into the store; the file is on disk when this answers. `check`
 * sees the fields first: what it refuses is never stored.
 */
export async function readUpload(
  request: FastifyRequest,
  files: FileStore,
  check: (fields: Upload['fields']) => Promise<Result<unknown, Refusal>>,
): Promise<Result<Upload, Refusal>> {
  if (!request.isMultipart())
    return refuse('bad-request', { path: '', reason: 'multipart/form-data expected' })
  const fields: Record<string, string> = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value)
      continue
    }
    const checked = await check(fields)
    if (!checked.ok) {
      // Read to its end, so that the answer is not lost on a client that is still sending.
      for await (const _ of part.file);
      return checked
    }
    const stored = await files.put(Readable.from(whole(part.file))).catch((error: unknown) => {
      if (part.file.truncated) return null
      throw error
    })
    if (!stored) return refuse('too-large', { megabytes: largestFileMegabytes })
    return ok({ fields, fileName: part.filename, stored })
  }
  return refuse('file-missing')
}

/** The upload's bytes; a file cut off at the limit breaks off here, before it gets its name in the store. */
async function* whole(file: MultipartFile['file']): AsyncGenerator<Buffer> {
  yield* file
  if (file.truncated) throw new Error('the file is too large')
}
