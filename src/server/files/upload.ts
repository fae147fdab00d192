import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { err, ok, type Result } from '#lib/result.ts'
import { largestFileMegabytes } from '#protocol/upload-limit.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type Arrived, type FileStore, OtherBytes, type StoredBytes, type WantedBytes } from './file-store.ts'

/** What a form says before its file comes. */
export interface Announced {
  readonly fields: Readonly<Record<string, string>>
  readonly fileName: string
}

export interface Upload<T = unknown, R = unknown> extends Announced {
  readonly stored: StoredBytes
  /** What the check found. */
  readonly checked: T
  /** What the inspection found. */
  readonly inspected: R
}

/** A file whose bytes are all here, with what was announced of it. */
export interface Arrival<T = unknown> extends Announced {
  readonly checked: T
  readonly arrived: Arrived
}

/** What the bytes have to be where a form says so beforehand, and how it is refused if they are not. */
interface Wanted {
  readonly bytes: WantedBytes
  readonly otherwise: Refusal
}

interface Gates<T, R> {
  /** Sees what is announced, before the file is taken. */
  check(announced: Announced): Promise<Result<T, Refusal>>
  wanted?(checked: T): Wanted
  /** Sees the whole file, before it is kept. */
  inspect(arrival: Arrival<T>): Promise<Result<R, Refusal>>
}

/**
 * Reads a form of text fields followed by one file into the store; the file is on disk when this answers. What `check`
 * or `inspect` refuses is not stored, and no more are bytes that are not those `wanted`: nothing has to be removed
 * again that somebody else may have been told is kept.
 */
export async function readUpload<T, R>(
  request: FastifyRequest,
  files: FileStore,
  { check, wanted, inspect }: Gates<T, R>,
): Promise<Result<Upload<T, R>, Refusal>> {
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
    const announced = { fields, fileName, checked: checked.value }
    const look = (arrived: Arrived) => inspect({ ...announced, arrived })
    const taken = await files.take(whole(part.file), look, bytes).catch(async (error: unknown) => {
      await readToItsEnd(part.file)
      if (part.file.truncated) return refuse('too-large', { megabytes: largestFileMegabytes })
      if (otherwise && error instanceof OtherBytes) return err(otherwise)
      throw error
    })
    return taken.ok ? ok({ ...announced, ...taken.value }) : taken
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
