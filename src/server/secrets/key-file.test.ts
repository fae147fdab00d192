import {
  chmodSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKeyFile, nextKeyPath } from './key-file.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaibiao-key-'))
  path = join(folder, 'key')
})
afterEach(() => rmSync(folder, { recursive: true }))

const idsIn = async () => (await createKeyFile(path, false).read()).map(({ id }) => id)

test('[KEY-3] a key file that others may read, or of another length, is refused with what to do', async () => {
  const { read } = createKeyFile(path, false)
  writeFileSync(path, Buffer.alloc(32, 1), { mode: 0o600 })
  expect(await read()).toHaveLength(1)
  for (const mode of [0o640, 0o604, 0o620]) {
    chmodSync(path, mode)
    await expect(read()).rejects.toThrow(`chmod 600 ${path}`)
  }
  chmodSync(path, 0o600)
  for (const length of [0, 31, 33, 64]) {
    writeFileSync(path, Buffer.alloc(length, 1))
    await expect(read()).rejects.toThrow(`has ${length} bytes; a key has 32`)
  }
})

test('a key is made once by several processes that start, for its owner only, and only where it may be', async () => {
  expect(await createKeyFile(path, false).make()).toBeNull()
  expect(existsSync(path)).toBe(false)
  const made = await Promise.all([1, 2, 3].map(() => createKeyFile(path, true).make()))
  expect(new Set(made.map((key) => key?.id)).size).toBe(1)
  expect([statSync(path).mode & 0o777, statSync(path).size]).toEqual([0o600, 32])
  expect(readdirSync(folder)).toEqual(['key'])
})

test('[KEY-4] the next key takes the place of the present one, which is kept; killed in between, too', async () => {
  const store = createKeyFile(path, true)
  const former = await store.make()
  const next = await store.next()
  expect((await store.next()).id).toBe(next.id)
  expect(await idsIn()).toEqual([former?.id, next.id])
  // Killed after the former key got its other name.
  linkSync(path, `${path}.${former?.id}`)
  await store.settle()
  expect(await idsIn()).toEqual([next.id])
  expect(readFileSync(`${path}.${former?.id}`)).not.toEqual(readFileSync(path))
  expect(existsSync(nextKeyPath(path))).toBe(false)
  await store.settle()
  expect(await idsIn()).toEqual([next.id])
})
