import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { expect, test } from 'vitest'
import { attachmentLimit } from '#domain/objections/attachment.ts'
import { ok, type Result } from '#lib/result.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { createApp } from '../transport/app.ts'
import { receiveAttachment } from './receive-attachment.ts'

type Take = Parameters<typeof receiveAttachment>[1]

const file: readonly [string, Blob, string] = ['FormCollection', new Blob(['%PDF']), 'a.pdf']

/** What a form with these parts comes to, and the ids of dropped files. */
async function received(parts: readonly (typeof file | readonly [string, string])[], take: Take = taking) {
  const app = await createApp(pino({ level: 'silent' }))
  const dropped: string[] = []
  let taken: Result<{ readonly name: string }, Refusal> | null = null
  app.post('/files', async (request) => {
    taken = await receiveAttachment(request, take, async (fileId) => dropped.push(fileId))
    return ''
  })
  const form = new FormData()
  for (const [field, value, name] of parts) {
    if (typeof value === 'string') form.append(field, value)
    else form.append(field, value, name)
  }
  const body = new Response(form)
  const answer = await app.inject({
    ...{ method: 'POST', url: '/files', payload: Buffer.from(await body.arrayBuffer()) },
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  })
  await app.close()
  const found = taken as Result<{ readonly name: string }, Refusal> | null
  if (!found) return { status: answer.statusCode, dropped }
  return { result: found.ok ? found.value.name : found.error.code, dropped }
}

/** Reads the file, and answers it under its name. */
const taking: Take = async ({ name, content }) => {
  let size = 0
  for await (const piece of content) size += (piece as Buffer).length
  const known = await name
  if (size >= attachmentLimit) return refuse('attachment-too-large', { megabytes: 50 })
  return ok({ fileId: randomUUID(), name: known, kind: 'pdf', size, sha256: '' })
}

test('[FIL-1] the field FileName names the file, whether it comes before or after it', async () => {
  const named = ['FileName', ' 设备故障说明.pdf '] as const
  expect(await received([named, file])).toEqual({ result: '设备故障说明.pdf', dropped: [] })
  expect(await received([file, named])).toEqual({ result: '设备故障说明.pdf', dropped: [] })
  expect(await received([file])).toEqual({ result: 'a.pdf', dropped: [] })
})

test('[FIL-1] a refusal at once, and one of a file that was cut off, is answered', async () => {
  const named = ['FileName', '说明.pdf'] as const
  expect(await received([file, named], async () => refuse('attachment-kind'))).toMatchObject({
    result: 'attachment-kind',
  })
  const large = ['FormCollection', new Blob([new Uint8Array(attachmentLimit + 1)]), 'a.pdf'] as const
  expect(await received([large, named])).toMatchObject({ result: 'attachment-too-large' })
})

test('[OBJ-3] a second file and a form without one are refused, and the first file is deleted', async () => {
  expect(await received([file, file])).toMatchObject({
    result: 'attachment-one-only',
    dropped: [expect.any(String)],
  })
  expect(await received([['FileName', '说明.pdf']])).toMatchObject({ result: 'file-missing' })
})

test('[FIL-1] a failure is the server’s, also once the file has been read', async () => {
  const failing: Take = async ({ name, content }) => {
    for await (const _ of content);
    await name
    throw new Error('the disk is full')
  }
  expect(await received([file], failing)).toEqual({ status: 500, dropped: [] })
})
