import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestLine } from '#server/secrets/key-protocol.ts'
import { createKeySocket } from '#server/secrets/key-socket.ts'
import { createLocalKey, UnwrapError, type WrappingKey } from '#server/secrets/wrapping-key.ts'
import { serveKeys } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaibiao-key-service-'))
const socketPath = join(folder, 'keys.sock')
const [present, former] = [createLocalKey(randomBytes(32)), createLocalKey(randomBytes(32))]
let service: Awaited<ReturnType<typeof serveKeys>>

beforeAll(async () => {
  service = await serveKeys(socketPath, async () => [present, former])
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

/** The answer to bytes that no hall would send. */
function answerTo(text: string): Promise<string> {
  return new Promise((done, fail) => {
    let answer = ''
    createConnection(socketPath, function (this: ReturnType<typeof createConnection>) {
      this.write(text)
    })
      .setEncoding('latin1')
      .on('data', (part) => {
        answer += part
      })
      .on('end', () => done(answer))
      .on('error', fail)
  })
}

test('the hall wraps, unwraps and marks with the keys of the service, which only its owner can reach', async () => {
  const keys = await createKeySocket(socketPath).read()
  expect(keys.map(({ id }) => id)).toEqual([present.id, former.id])
  const [key, before] = keys as [WrappingKey, WrappingKey]
  const secret = randomBytes(2000)
  const wrapped = await key.wrap(secret, 'section 开标')
  expect(Buffer.from(await key.unwrap(wrapped, 'section 开标'))).toEqual(secret)
  expect(Buffer.from(await present.unwrap(wrapped, 'section 开标'))).toEqual(secret)
  expect(await before.mark('text')).toBe(await former.mark('text'))
  await expect(key.unwrap(wrapped, 'another')).rejects.toThrow(UnwrapError)
  await expect(before.unwrap(wrapped, 'section 开标')).rejects.toThrow(UnwrapError)
  expect(statSync(socketPath).mode & 0o077).toBe(0)
})

test.each([
  ['', 'error bad-request'],
  ['KEYS', 'error bad-request'],
  ['keys now', 'error bad-request'],
  ['wrap', 'error bad-request'],
  [`wrap ${present.id} YQ`, 'error bad-request'],
  [`wrap ${present.id}  YQ YQ`, 'error bad-request'],
  [`mark ${present.id} YQ YQ`, 'error bad-request'],
  ['mark nobody YQ', 'error unknown-key'],
  [`unwrap ${present.id} YQ YQ`, 'error not-unwrapped'],
  ['x'.repeat(longestLine + 1), 'error bad-request'],
])('the service refuses %j', async (line, answer) => {
  expect(await answerTo(`${line}\n`)).toBe(`${answer}\n`)
})

test('a service that is away, or does not speak as it should, is named in the error', async () => {
  await expect(createKeySocket(join(folder, 'nothing')).read()).rejects.toThrow(
    `the key service at ${folder}/nothing cannot be reached`,
  )
  const other = await serveKeys(join(folder, 'other.sock'), async () => {
    throw new Error('the module is away')
  })
  await expect(createKeySocket(join(folder, 'other.sock')).read()).rejects.toThrow('refused keys: failed')
  await other.stop()
})
