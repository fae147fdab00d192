import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ByteSource } from '#lib/file-content/source.ts'
import { ok, type Result } from '#lib/result.ts'

/** Bytes kept under their own SHA-256: what was stored once is never changed, the same bytes are kept once. */
export interface StoredBytes {
  readonly sha256: string
  readonly size: number
}

/** What bytes have to be; their number need not be known. */
export type WantedBytes = Pick<StoredBytes, 'sha256'> & Partial<StoredBytes>

/** A file that is on disk, every byte of it, and has no name yet: refused now, nothing of it is left. */
export interface Arrived extends StoredBytes {
  read(): Promise<Uint8Array>
  /** The first `length` bytes, or all there are. */
  readHead(length: number): Promise<Uint8Array>
}

/** What was taken in is not what was said to come. */
export class OtherBytes extends Error {}

export async function openFileStore(folder: string) {
  await mkdir(join(folder, 'incoming'), { recursive: true })

  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256)

  /**
   * Takes a stream in; it has its name only once every byte is on disk, in the place of what had it before. What is not
   * `wanted` gets none: throws (OtherBytes), and nothing of it is kept.
   */
  async function put(source: Readable, wanted?: WantedBytes): Promise<StoredBytes> {
    const taken = await take(source, async () => ok(null), wanted)
    if (!taken.ok) throw new Error('a file was refused that nobody inspected')
    return taken.value.stored
  }

  /** The same for what has to pass `inspect` first: what that refuses, or leaves behind in a crash, is not kept. */
  async function take<T, E>(
    source: Readable,
    inspect: (arrived: Arrived) => Promise<Result<T, E>>,
    wanted?: WantedBytes,
  ): Promise<Result<{ readonly stored: StoredBytes; readonly inspected: T }, E>> {
    const incoming = join(folder, 'incoming', randomUUID())
    const hash = createHash('sha256')
    let size = 0
    try {
      await pipeline(
        source,
        async function* measure(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk)
            size += chunk.length
            yield chunk
          }
        },
        createWriteStream(incoming, { flush: true, mode: 0o600 }),
      )
      const sha256 = hash.digest('hex')
      if (wanted && (wanted.sha256 !== sha256 || (wanted.size ?? size) !== size)) throw new OtherBytes()
      const inspected = await inspect({
        ...{ sha256, size },
        read: () => readFile(incoming),
        readHead: (length) => headOf(incoming, length),
      })
      if (!inspected.ok) {
        await rm(incoming, { force: true })
        return inspected
      }
      await mkdir(join(folder, sha256.slice(0, 2)), { recursive: true })
      await rename(incoming, pathOf(sha256))
      await syncFolder(join(folder, sha256.slice(0, 2)))
      // The file's folder may be new itself.
      await syncFolder(folder)
      return ok({ stored: { sha256, size }, inspected: inspected.value })
    } catch (error) {
      await rm(incoming, { force: true })
      throw error
    }
  }

  /** The whole content; null when it is not there. Throws when it is there and cannot be read. */
  async function read(sha256: string): Promise<Uint8Array | null> {
    return readFile(pathOf(sha256)).catch(nullWhereMissing)
  }

  /** Where the bytes lie on this disk, and how many; null when they are not there. */
  async function locate(sha256: string): Promise<{ readonly path: string; readonly size: number } | null> {
    const known = await stat(pathOf(sha256)).catch(nullWhereMissing)
    return known && { path: pathOf(sha256), size: known.size }
  }

  async function stream(sha256: string): Promise<Readable | null> {
    const known = await stat(pathOf(sha256)).catch(nullWhereMissing)
    return known ? createReadStream(pathOf(sha256)) : null
  }

  /** What `work` finds in the file, which it need not read whole; null when it is not there. */
  async function look<T>(sha256: string, work: (file: ByteSource) => Promise<T>): Promise<T | null> {
    const handle = await open(pathOf(sha256), 'r').catch(nullWhereMissing)
    if (!handle) return null
    try {
      return await work({
        size: (await handle.stat()).size,
        async read(start, end) {
          const wanted = new Uint8Array(Math.max(0, end - start))
          const { bytesRead } = await handle.read(wanted, 0, wanted.length, start)
          return wanted.subarray(0, bytesRead)
        },
      })
    } finally {
      await handle.close()
    }
  }

  /** Takes a file away for good; who is reading it reads on. */
  function remove(sha256: string): Promise<void> {
    return rm(pathOf(sha256), { force: true })
  }

  /** The names of the files that have been here since before `epoch` (ms). */
  async function storedBefore(epoch: number): Promise<string[]> {
    const names: string[] = []
    for (const part of await readdir(folder)) {
      if (part === 'incoming') continue
      for (const name of await readdir(join(folder, part))) {
        const known = await stat(join(folder, part, name)).catch(nullWhereMissing)
        if (known && known.mtimeMs < epoch) names.push(name)
      }
    }
    return names
  }

  /** Takes away what broke off on its way in, by a crash: what is written still has been written to since `epoch` (ms). */
  async function discardUnfinished(epoch: number): Promise<void> {
    for (const name of await readdir(join(folder, 'incoming'))) {
      const path = join(folder, 'incoming', name)
      const known = await stat(path).catch(nullWhereMissing)
      if (known && known.mtimeMs < epoch) await rm(path, { force: true })
    }
  }

  return { put, take, read, locate, stream, look, remove, storedBefore, discardUnfinished }
}

export type FileStore = Awaited<ReturnType<typeof openFileStore>>

async function headOf(path: string, length: number): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** A full disk or too many open files are no reason to say that a file is gone. */
function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
