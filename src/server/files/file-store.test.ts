import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { err, ok } from '#lib/result.ts'
import { mayMakeSmallDisks, smallDisk } from '#test/support/small-disk.ts'
import { DamagedFile, openFileStore, type StoredBytes, UnexpectedBytes } from './file-store.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaibiao-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a stored file is read by its hash', async () => {
  const store = await openFileStore(folder)
  const stored = await store.put(Readable.from([Buffer.from('开标'), Buffer.from(' bytes')]))
  expect(stored).toEqual({ sha256: createHash('sha256').update('开标 bytes').digest('hex'), size: 12 })
  expect(Buffer.from((await store.read(stored.sha256)) ?? []).toString()).toBe('开标 bytes')
})

test('a missing file is null, as bytes and as a stream', async () => {
  const store = await openFileStore(folder)
  expect(await store.read('0'.repeat(64))).toBeNull()
  expect(await store.stream('0'.repeat(64))).toBeNull()
})

test('[LOG-8] a file that was altered on the disk is neither read nor streamed to its end', async () => {
  const store = await openFileStore(folder)
  const content = Buffer.alloc(1_000_000, 'a')
  const { sha256 } = await store.put(Readable.from([content]))
  const path = (await store.locate(sha256))?.path ?? ''
  const whole = (await store.stream(sha256)) ?? Readable.from([])
  expect(Buffer.concat(await whole.toArray()).equals(content)).toBe(true)
  const [first, last] = [Buffer.from(content), Buffer.from(content)]
  first[0] = last[999_999] = 0
  for (const altered of [first, last, content.subarray(1), Buffer.from('EVIL'), Buffer.alloc(0)]) {
    await writeFile(path, altered)
    await expect(store.read(sha256)).rejects.toThrow(DamagedFile)
    const pieces: Buffer[] = []
    const reading = async () => {
      for await (const piece of (await store.stream(sha256)) ?? []) pieces.push(piece)
    }
    await expect(reading()).rejects.toThrow(DamagedFile)
    expect(Buffer.concat(pieces).length).toBeLessThan(Math.max(1, altered.length))
  }
})

test('an upload that breaks off leaves nothing behind', async () => {
  const store = await openFileStore(folder)
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('connection lost')
    })(),
  )
  await expect(store.put(broken)).rejects.toThrow('connection lost')
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})

test.skipIf(!mayMakeSmallDisks)(
  'a full disk keeps nothing half, and takes the same once there is room',
  async () => {
    const disk = smallDisk(4)
    try {
      const store = await openFileStore(disk.folder)
      const put = (megabytes: number, letter: string) =>
        store.put(Readable.from(Array.from({ length: megabytes }, () => Buffer.alloc(1_000_000, letter))))
      const first = await put(2, 'a')
      await expect(put(3, 'b')).rejects.toMatchObject({ code: 'ENOSPC' })
      disk.fill()
      await expect(put(1, 'c')).rejects.toMatchObject({ code: 'ENOSPC' })
      expect(await readdir(join(disk.folder, 'incoming'))).toEqual([])
      expect((await store.read(first.sha256))?.length).toBe(2_000_000)
      disk.makeRoom()
      const second = await put(1, 'c')
      expect((await store.read(second.sha256))?.length).toBe(1_000_000)
    } finally {
      disk.remove()
    }
  },
)

test('discardUnfinished removes what a crash left, but no stored file and none being written', async () => {
  const store = await openFileStore(folder)
  const { sha256 } = await store.put(Readable.from([Buffer.from('stored')]))
  const now = Date.now()
  for (const [name, age] of [
    ['broken-off', 7200],
    ['being-written', 60],
  ] as const) {
    const path = join(folder, 'incoming', name)
    await writeFile(path, 'half')
    await utimes(path, now / 1000 - age, now / 1000 - age)
  }
  await utimes((await store.locate(sha256))?.path ?? '', 0, 0)
  await store.discardUnfinished(now - 3_600_000)
  expect(await readdir(join(folder, 'incoming'))).toEqual(['being-written'])
  expect(await store.locate(sha256)).toMatchObject({ size: 6 })
})

test('other bytes than the wanted ones are not stored, and a stored file stays', async () => {
  const store = await openFileStore(folder)
  const put = (text: string, wanted?: StoredBytes) => store.put(Readable.from([Buffer.from(text)]), wanted)
  const kept = await put('accepted')
  const sha256 = createHash('sha256').update('wanted').digest('hex')
  await expect(put('Wanted', { sha256, size: 6 })).rejects.toBeInstanceOf(UnexpectedBytes)
  await expect(put('wanted', { sha256, size: 7 })).rejects.toBeInstanceOf(UnexpectedBytes)
  await expect(put('accepted', { sha256, size: 8 })).rejects.toBeInstanceOf(UnexpectedBytes)
  expect((await readdir(folder)).sort()).toEqual([kept.sha256.slice(0, 2), 'incoming'].sort())
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
  expect(Buffer.from((await store.read(kept.sha256)) ?? []).toString()).toBe('accepted')
  expect(await put('wanted', { sha256, size: 6 })).toEqual({ sha256, size: 6 })
})

test('an inspection reads the whole file or its head', async () => {
  const store = await openFileStore(folder)
  const seen: string[] = []
  const taken = await store.take(Readable.from([Buffer.from('0123456789')]), async (received) => {
    for (const bytes of [await received.readHead(4), await received.readHead(4096), await received.read()])
      seen.push(Buffer.from(bytes).toString())
    expect(await store.locate(received.sha256)).toBeNull()
    return ok(received.size)
  })
  expect(seen).toEqual(['0123', '0123456789', '0123456789'])
  expect(taken).toMatchObject({ ok: true, value: { inspected: 10, stored: { size: 10 } } })
  expect(taken.ok && (await store.locate(taken.value.stored.sha256))).toMatchObject({ size: 10 })
})

test('a file that an inspection refuses or fails on is not stored; an equal file stored before stays', async () => {
  const store = await openFileStore(folder)
  const kept = await store.put(Readable.from([Buffer.from('taken')]))
  for (const text of ['taken', 'other']) {
    const bytes = () => Readable.from([Buffer.from(text)])
    expect(await store.take(bytes(), async () => err('no'))).toEqual(err('no'))
    await expect(store.take(bytes(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  }
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
  expect((await readdir(folder)).sort()).toEqual([kept.sha256.slice(0, 2), 'incoming'].sort())
  expect(await store.locate(kept.sha256)).toMatchObject({ size: 5 })
})

test('discardUnfinished removes a file whose inspection never ended', async () => {
  const store = await openFileStore(folder)
  void store.take(Readable.from([Buffer.from('half-way')]), () => new Promise<never>(() => {}))
  const incoming = () => readdir(join(folder, 'incoming'))
  await expect.poll(async () => (await incoming()).length).toBe(1)
  const afterwards = await openFileStore(folder)
  await afterwards.discardUnfinished(Date.now() + 1000)
  expect(await incoming()).toEqual([])
  expect(await readdir(folder)).toEqual(['incoming'])
})

test('a file that exists and cannot be read is an error, not missing', async () => {
  const store = await openFileStore(folder)
  await mkdir(join(folder, '00', '0'.repeat(64)), { recursive: true })
  await expect(store.read('0'.repeat(64))).rejects.toThrow('EISDIR')
})
