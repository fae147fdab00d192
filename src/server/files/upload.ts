import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { err, ok, type Result } from '#lib/result.ts'
import { cleanLine, unstorablePath } from '#lib/text.ts'
import { formProblem } from '#protocol/messages/input-problem.ts'
import { largestFileMegabytes } from '#protocol/upload-limit.ts'
import { type Refusal, refuse } from '../refusal.ts'
import {
  type FileStore,
  type ReceivedFile,
  type StoredBytes,
  UnexpectedBytes,
  type WantedBytes,
} from './file-store.ts'

/** A form's fields and file name, which precede the file. */
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

/** A completely received file, with what the form announced. */
export interface ReceivedForm<T = unknown> extends Announced {
  readonly checked: T
  readonly received: ReceivedFile
}

/** The bytes that a form announces, and the refusal of others. */
interface Wanted {
  readonly bytes: WantedBytes
  readonly otherwise: Refusal
}

interface UploadChecks<T, R> {
  /** Checks the form's fields before the file is read. */
  check(announced: Announced): Promise<Result<T, Refusal>>
  wanted?(checked: T): Wanted
  /** Checks the whole file before it is stored. */
  inspect(form: ReceivedForm<T>): Promise<Result<R, Refusal>>
}

const fieldsRead = new WeakMap<FastifyRequest, Readonly<Record<string, string>>>()

/** The fields of a form as far as they were read; none of a request without one. */
export function uploadFieldsOf(request: FastifyRequest): Readonly<Record<string, string>> {
  return fieldsRead.get(request) ?? {}
}

const checksAfterwards = new WeakMap<FastifyRequest, () => Promise<Refusal | null>>()

/** Sets what is checked again once the form's file has come: a login may end while it is being sent. */
export function checkAfterUpload(request: FastifyRequest, check: () => Promise<Refusal | null>): void {
  checksAfterwards.set(request, check)
}

/** The refusal of a form whose file has come; every reader of a form asks for it before the file is kept. */
export async function refusalAfterUpload(request: FastifyRequest): Promise<Refusal | null> {
  return (await checksAfterwards.get(request)?.()) ?? null
}

/**
 * Reads a form of text fields followed by one file, and stores the file. A file that `check` or `inspect` refuses, or
 * that is not the `wanted` one, is never stored: removing it could remove the same file of somebody else.
 */
export async function readUpload<T, R>(
  request: FastifyRequest,
  files: FileStore,
  { check, wanted, inspect }: UploadChecks<T, R>,
): Promise<Result<Upload<T, R>, Refusal>> {
  if (!request.isMultipart())
    return refuse('bad-request', { path: '', reason: 'multipart/form-data expected', problem: 'form' })
  const fields: Record<string, string> = {}
  fieldsRead.set(request, fields)
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value)
      continue
    }
    const fileName = cleanLine(part.filename)
    const path = unstorablePath({ ...fields, file: fileName })
    if (path !== null) {
      await readToItsEnd(part.file)
      return refuse('bad-request', formProblem(path, 'a character that cannot be stored'))
    }
    const checked = await check({ fields, fileName })
    if (!checked.ok) {
      await readToItsEnd(part.file)
      return checked
    }
    const { bytes, otherwise } = wanted?.(checked.value) ?? {}
    const announced = { fields, fileName, checked: checked.value }
    const inspectReceived = async (received: ReceivedFile) => {
      const inspected = await inspect({ ...announced, received })
      const refused = inspected.ok ? await refusalAfterUpload(request) : null
      return refused ? err(refused) : inspected
    }
    const taken = await files
      .take(completeOrFailing(part.file), inspectReceived, bytes)
      .catch(async (error: unknown) => {
        await readToItsEnd(part.file)
        if (part.file.truncated) return refuse('too-large', { megabytes: largestFileMegabytes })
        if (otherwise && error instanceof UnexpectedBytes) return err(otherwise)
        throw error
      })
    return taken.ok ? ok({ ...announced, ...taken.value }) : taken
  }
  return refuse('file-missing')
}

/** The upload's bytes; fails at a file that was cut off at the limit, so that it gets no name in the store. */
function completeOrFailing(file: MultipartFile['file']): Readable {
  return Readable.from(
    (async function* () {
      yield* pieces(file)
      if (file.truncated) throw new Error('the file is too large')
    })(),
  )
}

/** A reader of an upload that may be abandoned: the upload itself can still be read to its end. */
export function abandonable(file: Readable): Readable {
  return Readable.from(pieces(file))
}

/** Not `yield*`, which would pass a reader's failure to the upload's iterator, which then destroys the upload. */
async function* pieces(file: Readable): AsyncGenerator<Buffer> {
  for await (const piece of file.iterator({ destroyOnReturn: false })) yield piece
}

/** Reads the rest of an upload, because a client that is still sending may miss the answer. */
export async function readToItsEnd(file: Readable): Promise<void> {
  try {
    for await (const _ of file);
  } catch {
    // The client is gone.
  }
}
