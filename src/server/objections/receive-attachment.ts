import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { type Attachment, attachmentLimit } from '#domain/objections/attachment.ts'
import { err, type Result } from '#lib/result.ts'
import { cleanLine } from '#lib/text.ts'
import { abandonable, readToItsEnd, refusalAfterUpload } from '../files/upload.ts'
import { type Refusal, refuse } from '../refusal.ts'

type Taken = Result<Attachment, Refusal>

/** A file as a form brings it. Its name is known once the form has been read to its end. */
export interface NamedLater {
  readonly name: Promise<string>
  readonly content: Readable
}

/** A too large file is cut off. A second one is admitted so that it can be refused with its own message. */
const limits = { fileSize: attachmentLimit, files: 2, fields: 4, fieldSize: 1000 }

/**
 * Reads a form with one file, which a field FileName before or after it names. The form is read to its end, because a
 * browser that is still sending may miss the answer. If the form is refused after `take`, or breaks off, `drop` deletes
 * the file.
 */
export async function receiveAttachment(
  request: FastifyRequest,
  take: (file: NamedLater) => Promise<Taken>,
  drop: (fileId: string) => Promise<unknown>,
): Promise<Taken> {
  if (!request.isMultipart())
    return refuse('bad-request', { path: '', reason: 'multipart/form-data expected', problem: 'form' })
  let taking: Promise<Taken> | null = null
  let files = 0
  let named = ''
  let formIsRead: () => void = () => undefined
  const whenRead = new Promise<void>((resolve) => {
    formIsRead = resolve
  })
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.fieldname === 'FileName') named = String(part.value).trim()
        continue
      }
      files += 1
      try {
        if (files === 1) {
          const name = whenRead.then(() => cleanLine(named || part.filename))
          taking = take({ name, content: abandonable(part.file) })
          // It waits for the name once it has the file, unless it has refused the file before.
          await Promise.race([taking, finished(part.file)])
        }
      } finally {
        await readToItsEnd(part.file)
      }
    }
  } catch (error) {
    formIsRead()
    const taken = await taking
    // The refusal of a file that was cut off has a better message than this error.
    if (taken && !taken.ok) return taken
    if (taken) await drop(taken.value.fileId)
    throw error
  }
  formIsRead()
  const taken = await taking
  if (!taken) return refuse('file-missing')
  const refused: Refusal | null =
    files > 1 ? { code: 'attachment-one-only', params: {} } : await refusalAfterUpload(request)
  if (!refused) return taken
  if (taken.ok) await drop(taken.value.fileId)
  return err(refused)
}
