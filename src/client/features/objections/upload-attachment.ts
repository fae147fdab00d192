import { uploadApi } from '#client/net/upload-api.ts'
import type { OnSent } from '#client/net/upload-fetch.ts'
import {
  type AttachmentKind,
  attachmentLimit,
  attachmentName,
  attachmentProblem,
} from '#domain/objections/attachment.ts'
import type { Rejection } from '#domain/session/rejection.ts'
import { contentKind } from '#lib/file-content/kind.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'

/** An uploaded file that has not been submitted with its objection yet. */
export interface Uploaded {
  readonly fileId: string
  readonly name: string
  /** Bytes. */
  readonly size: number
}

/** A file's kind and its final name, or why it cannot be attached, by the server's rules (OBJ-3 to OBJ-5). */
export async function checkFile(
  file: File,
): Promise<Result<{ name: string; kind: AttachmentKind }, Rejection>> {
  // The content of a file that is too large is not read.
  const kind = file.size < attachmentLimit ? await contentKind(sourceOf(file)) : null
  const name = kind === null ? file.name : attachmentName(file.name, kind)
  const problem = attachmentProblem({ name, size: file.size, kind })
  if (problem) return err(problem)
  return kind === null ? err({ code: 'attachment-kind', params: {} }) : ok({ name, kind })
}

function sourceOf(file: File) {
  return {
    size: file.size,
    read: async (start: number, end: number) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
  }
}

const shortestDelay = 200
const longestDelay = 500

/** How long an upload waits before it is sent, in milliseconds (OBJ-9); `random` is from 0 up to 1. */
export function uploadDelay(random: number): number {
  return shortestDelay + Math.round(random * (longestDelay - shortestDelay))
}

/** Uploads the file to the section; aborting `signal` aborts the upload. */
export async function sendFile(
  session: string,
  file: { readonly name: string; readonly content: Blob },
  onSent: OnSent,
  signal: AbortSignal,
): Promise<Result<Uploaded, Failure>> {
  const form = new FormData()
  form.append('file', file.content, file.name)
  const answer = await uploadApi(onSent)('uploadYiYiFuJian', { form, session, signal })
  if (!answer.ok) return answer
  const { objectionFileGuid: fileId, objectionFileName: name, size } = answer.value
  return ok({ fileId, name, size })
}
