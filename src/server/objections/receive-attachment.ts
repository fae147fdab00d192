import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type Attachment, attachmentLimit } from '#domain/objections/attachment.ts'
import type { Result } from '#lib/result.ts'
import { cleanLine } from '#lib/text.ts'
import { abandonable, readToItsEnd } from '../files/upload.ts'
import { type Refusal, refuse } from '../refusal.ts'

type Taken = Result<Attachment, Refusal>

/** A too large file is cut off. A second one is admitted so that it can be refused with its own message. */
const limits = { fileSize: attachmentLimit, files: 2, fields: 4, fieldSize: 1000 }

/**
 * Reads a form with one file; a field FileName before it names the file. The form is read to its end, because a browser that is still sending may miss the answer.
 * If the form is refused after `take`, or breaks off, `drop` deletes the file.
 */
export async function receiveAttachment(
  request: FastifyRequest,
  take: (file: { readonly name: string; readonly content: Readable }) => Promise<Taken>,
  drop: (fileId: string) => Promise<unknown>,
): Promise<Taken> {
  if (!request.isMultipart())
    return refuse('bad-request', { path: '', reason: 'multipart/form-data expected', problem: 'form' })
  let taken: Taken | null = null
  let files = 0
  let named = ''
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.fieldname === 'FileName') named = String(part.value).trim()
        continue
      }
      files += 1
      try {
        if (files === 1)
          taken = await take({ name: cleanLine(named || part.filename), content: abandonable(part.file) })
      } finally {
        await readToItsEnd(part.file)
      }
    }
  } catch (error) {
    // The refusal of a file that was cut off has a better message than this error.
    if (taken && !taken.ok) return taken
    if (taken) await drop(taken.value.fileId)
    throw error
  }
  if (!taken) return refuse('file-missing')
  if (files === 1) return taken
  if (taken.ok) await drop(taken.value.fileId)
  return refuse('attachment-one-only')
}
