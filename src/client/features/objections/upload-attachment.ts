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

/** What has been uploaded and waits to be submitted with an objection. */
export interface Uploaded {
  readonly fileId: string
  readonly name: string
  /** Bytes. */
  readonly size: number
}

/** What a file holds and how it will be called, or why it cannot be attached: the server's own rules (OBJ-3 to OBJ-5). */
export async function checkFile(
  file: File,
): Promise<Result<{ name: string; kind: AttachmentKind }, Rejection>> {
  // What is too large need not be looked into.
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

/** Sends the file to the section; breaking `signal` off breaks the upload off. */
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
