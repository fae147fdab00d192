import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { ok } from '#lib/result.ts'
import { noTrailHooks } from '#test/support/no-trail.ts'
import { createFailureLog } from '../failure-log.ts'
import { openFileStore } from '../files/file-store.ts'
import { refuse } from '../refusal.ts'
import { createApp } from './app.ts'
import { createCallBudgets } from './call-budgets.ts'
import { mountCalls } from './rest.ts'

const file = {
  method: 'GET',
  path: '/api/file',
  auth: 'none',
  summary: '',
  response: z.unknown(),
  produces: 'application/pdf',
} as const

test('[LOG-8] an altered file is refused, and a long one broken off, with a line in the log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kaibiao-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const store = await openFileStore(folder)
  const { sha256 } = await store.put(Readable.from([Buffer.alloc(3_000_000, 'a')]))
  const path = (await store.locate(sha256))?.path ?? ''
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const app = await createApp(logger)
  onTestFinished(() => app.close())
  const handler = async () => {
    const content = await store.stream(sha256)
    return content
      ? ok({ fileName: '记录.pdf', mediaType: file.produces, content, exported: null })
      : refuse('download-missing')
  }
  mountCalls(
    app,
    { file },
    { file: handler },
    {
      authenticator: null as never,
      platform: null as never,
      budgets: createCallBudgets(() => 0),
      failures: createFailureLog(logger, Date.now),
      trail: noTrailHooks,
      session: async () => null,
      standing: async () => null,
    },
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const fetched = async () => Buffer.from(await (await fetch(address + file.path)).arrayBuffer())
  expect((await fetched()).length).toBe(3_000_000)
  expect(lines).toEqual([])

  await writeFile(path, Buffer.alloc(3_000_000, 'b'))
  await expect(fetched()).rejects.toThrow('terminated')
  expect(lines).toHaveLength(1)

  await writeFile(path, 'EVIL')
  const refused = await fetch(address + file.path)
  expect([refused.status, refused.headers.get('content-disposition')]).toEqual([500, null])
  expect(await refused.json()).toMatchObject({ code: 'stored-file-damaged' })
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toContain(sha256)
})
