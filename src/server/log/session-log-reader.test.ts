import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMemoryLog } from './memory-log.ts'
import { readerOf } from './session-log-reader.ts'

test('a log’s reader reads it, and has no method that writes', async () => {
  const log = createMemoryLog(randomBytes)
  const id = randomUUID()
  await log.create({ id, sealIdentity: 'identity', sealRecipient: 'recipient' })
  const reader = readerOf(log)
  expect(await reader.head(id)).toBe(0)
  const methods = Object.keys(log).filter((name) => !(name in reader))
  expect(methods.sort()).toEqual(['append', 'close', 'create'])
})
