import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type Attachment, attachmentLimit } from '#domain/objections/attachment.ts'
import type { Result } from '#lib/result.ts'
import { apart, readToItsEnd } from '../files/upload.ts'
import { type Refusal, refuse } from '../refusal.ts'

type Taken = Result<Attachment, Refusal>

/** A file is cut off where it is too large; a second one is let in so far that it can be refused in words of its own. */
const limits = { fileSize: attachmentLimit, files: 2, fields: 4, fieldSize: 1000 }

/**
 * Reads a form with one file in it to its end, so that the answer is not lost on a browser that is still sending. What
 * `take` has taken is given to `drop` where the form is refused in the end, or breaks off.
 */
export async function receiveAttachment(
  request: FastifyRequest,
  take: (file: { readonly name: string; readonly content: Readable }) => Promise<Taken>,
  drop: (fileId: string) => Promise<unknown>,
): Promise<Taken> {
  if (!request.isMultipart())
    return refuse('bad-request', { path: '', reason: 'multipart/form-data expected' })
  let taken: Taken | null = null
  let files = 0
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') continue
      files += 1
      try {
        if (files === 1) taken = await take({ name: part.filename, content: apart(part.file) })
      } finally {
        await readToItsEnd(part.file)
      }
    }
  } catch (error) {
    // A file that was cut off has been refused by now, and in better words.
    if (taken && !taken.ok) return taken
    if (taken) await drop(taken.value.fileId)
    throw error
  }
  if (!taken) return refuse('file-missing')
  if (files === 1) return taken
  if (taken.ok) await drop(taken.value.fileId)
  return refuse('attachment-one-only')
}
