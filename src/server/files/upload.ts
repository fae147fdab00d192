import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { err, ok, type Result } from '#lib/result.ts'
import { largestFileMegabytes } from '#protocol/upload-limit.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type FileStore, OtherBytes, type StoredBytes, type WantedBytes } from './file-store.ts'

/** What a form says before its file comes. */
export interface Announced {
  readonly fields: Readonly<Record<string, string>>
  readonly fileName: string
}

export interface Upload<T = unknown> extends Announced {
  readonly stored: StoredBytes
  /** What the check found. */
  readonly checked: T
}

/** What the bytes have to be where a form says so beforehand, and how it is refused if they are not. */
interface Wanted {
  readonly bytes: WantedBytes
  readonly otherwise: Refusal
}

/**
 * Reads a form of text fields followed by one file into the store; the file is on disk when this answers. `check`
 * sees what is announced first: what it refuses is never stored, and no more are bytes that are not those `wanted`.
 */
export async function readUpload<T>(
  request: FastifyRequest,
  files: FileStore,
  check: (announced: Announced) => Promise<Result<T, Refusal>>,
  wanted?: (checked: T) => Wanted,
): Promise<Result<Upload<T>, Refusal>> {
  if (!request.isMultipart())
    return refuse('bad-request', { path: '', reason: 'multipart/form-data expected' })
  const fields: Record<string, string> = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value)
      continue
    }
    const fileName = part.filename
    const checked = await check({ fields, fileName })
    if (!checked.ok) {
      await readToItsEnd(part.file)
      return checked
    }
    const { bytes, otherwise } = wanted?.(checked.value) ?? {}
    const stored = await files.put(whole(part.file), bytes).catch(async (error: unknown) => {
      await readToItsEnd(part.file)
      if (part.file.truncated)
        return { code: 'too-large', params: { megabytes: largestFileMegabytes } } as const
      if (otherwise && error instanceof OtherBytes) return otherwise
      throw error
    })
    if ('code' in stored) return err(stored)
    return ok({ fields, fileName, stored, checked: checked.value })
  }
  return refuse('file-missing')
}

/** The upload's bytes; a file cut off at the limit breaks off here, before it gets its name in the store. */
function whole(file: MultipartFile['file']): Readable {
  return Readable.from(
    (async function* () {
      yield* pieces(file)
      if (file.truncated) throw new Error('the file is too large')
    })(),
  )
}

/** An upload's bytes for who may give up on them: the upload itself stays, and can be read to its end. */
export function apart(file: Readable): Readable {
  return Readable.from(pieces(file))
}

/** A loop, since `yield*` would hand on a reader's failure to the upload's own iterator, which then destroys it. */
async function* pieces(file: Readable): AsyncGenerator<Buffer> {
  for await (const piece of file.iterator({ destroyOnReturn: false })) yield piece
}

/** So that an answer is not lost on a client that is still sending; one that broke off is not waited for. */
export async function readToItsEnd(file: Readable): Promise<void> {
  try {
    for await (const _ of file);
  } catch {
    // Nobody is there to be answered.
  }
}
