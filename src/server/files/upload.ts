import type { FastifyRequest } from 'fastify'
import { ok, type Result } from '#lib/result.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { FileStore, StoredBytes } from './file-store.ts'

export interface Upload {
  readonly fields: Readonly<Record<string, string>>
  readonly fileName: string
  readonly stored: StoredBytes
}

/** Reads a form of text fields followed by one file into the store; the file is on disk when this answers. */
export async function readUpload(
  request: FastifyRequest,
  files: FileStore,
): Promise<Result<Upload, Refusal>> {
  if (!request.isMultipart())
    return refuse('bad-request', { path: '', reason: 'multipart/form-data expected' })
  const fields: Record<string, string> = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value)
      continue
    }
    const stored = await files.put(part.file)
    // What was cut off at the limit is in the store under its own hash, and nothing refers to it.
    if (part.file.truncated) return refuse('too-large', { megabytes: 200 })
    return ok({ fields, fileName: part.filename, stored })
  }
  return refuse('file-missing')
}
