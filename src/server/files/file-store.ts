import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ByteSource } from '#lib/file-content/source.ts'
import { ok, type Result } from '#lib/result.ts'

/** Bytes are stored under their SHA-256: never changed, and equal bytes only once. */
export interface StoredBytes {
  readonly sha256: string
  readonly size: number
}

/** The hash, and where it is known the size, that bytes must have. */
export type WantedBytes = Pick<StoredBytes, 'sha256'> & Partial<StoredBytes>

/** A file that is completely on disk and has no name in the store yet; refused now, it leaves nothing behind. */
export interface ReceivedFile extends StoredBytes {
  read(): Promise<Uint8Array>
  /** The first `length` bytes, or all there are. */
  readHead(length: number): Promise<Uint8Array>
  /** What `work` finds in the file without reading all of it. */
  inspect<T>(work: (file: ByteSource) => Promise<T>): Promise<T>
}

/** The bytes are not the wanted ones. */
export class UnexpectedBytes extends Error {}

/** A file on the disk has other bytes than were stored under its name: it was altered, or is damaged (LOG-8). */
export class DamagedFile extends Error {
  constructor(sha256: string) {
    super(`the stored file ${sha256} has other bytes than were stored`)
  }
}

/** Bytes of a stream that are read, and held back, at once. */
const pieceLength = 256 * 1024

export async function openFileStore(folder: string) {
  const incomingFolder = join(folder, 'incoming')
  await mkdir(incomingFolder, { recursive: true })

  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256)

  /**
   * Stores a stream. The file gets its name once all bytes are on disk, and replaces one of that name. Bytes that are
   * not the `wanted` ones are not kept (throws UnexpectedBytes).
   */
  async function put(source: Readable, wanted?: WantedBytes): Promise<StoredBytes> {
    const taken = await take(source, async () => ok(null), wanted)
    if (!taken.ok) throw new Error('a file was refused that nobody inspected')
    return taken.value.stored
  }

  /** Like `put`, if `inspect` accepts the file; a refused file, or one left by a crash, is not kept. */
  async function take<T, E>(
    source: Readable,
    inspect: (received: ReceivedFile) => Promise<Result<T, E>>,
    wanted?: WantedBytes,
  ): Promise<Result<{ readonly stored: StoredBytes; readonly inspected: T }, E>> {
    const incoming = join(incomingFolder, randomUUID())
    try {
      const { sha256, size } = await write(source, incoming)
      if (wanted && (wanted.sha256 !== sha256 || (wanted.size ?? size) !== size)) throw new UnexpectedBytes()
      const inspected = await inspect({
        ...{ sha256, size },
        read: () => readFile(incoming),
        readHead: (length) => headOf(incoming, length),
        inspect: async (work) => inspectOpen(await open(incoming, 'r'), work),
      })
      if (!inspected.ok) {
        await rm(incoming, { force: true })
        return inspected
      }
      await moveDurably(incoming, pathOf(sha256))
      return ok({ stored: { sha256, size }, inspected: inspected.value })
    } catch (error) {
      await rm(incoming, { force: true })
      throw error
    }
  }

  /** The whole content; null when the file does not exist. Throws when it cannot be read or was altered. */
  const read = (sha256: string) => readVerified(pathOf(sha256), sha256)

  /** Path and size on this disk; null when the file does not exist. */
  const locate = (sha256: string) => locateAt(pathOf(sha256))

  /** The content; null when the file does not exist. Of one that was altered it fails instead of coming to its end. */
  async function stream(sha256: string): Promise<Readable | null> {
    const known = await locate(sha256)
    return known && Readable.from(verified(known.path, sha256), { objectMode: false })
  }

  /** What `work` finds in the file without reading all of it; null when the file does not exist. */
  async function inspectStored<T>(sha256: string, work: (file: ByteSource) => Promise<T>): Promise<T | null> {
    const handle = await open(pathOf(sha256), 'r').catch(nullWhereMissing)
    return handle && inspectOpen(handle, work)
  }

  return {
    ...{ put, take, read, locate, stream, inspectStored },
    /** Deletes a file; open streams can be read on. */
    remove: (sha256: string) => rm(pathOf(sha256), { force: true }),
    storedBefore: (epoch: number) => storedBefore(folder, epoch),
    discardUnfinished: (epoch: number) => discardUnfinished(incomingFolder, epoch),
  }
}

export type FileStore = Awaited<ReturnType<typeof openFileStore>>

async function readVerified(path: string, sha256: string): Promise<Uint8Array | null> {
  const bytes = await readFile(path).catch(nullWhereMissing)
  if (bytes && createHash('sha256').update(bytes).digest('hex') !== sha256) throw new DamagedFile(sha256)
  return bytes
}

/** A file's pieces, the last one only once all have the hash. */
async function* verified(path: string, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let last: Buffer | null = null
  for await (const piece of createReadStream(path, { highWaterMark: pieceLength })) {
    hash.update(piece)
    if (last) yield last
    last = piece
  }
  if (hash.digest('hex') !== sha256) throw new DamagedFile(sha256)
  if (last) yield last
}

/** Writes the stream to a new file, and flushes it. */
async function write(source: Readable, path: string): Promise<StoredBytes> {
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    source,
    async function* measure(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { flush: true, mode: 0o600 }),
  )
  return { sha256: hash.digest('hex'), size }
}

/** Renames a file so that its new name survives a power failure. */
async function moveDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to)
  await mkdir(folder, { recursive: true })
  await rename(from, to)
  await syncFolder(folder)
  // The folder itself may be new.
  await syncFolder(dirname(folder))
}

async function inspectOpen<T>(handle: FileHandle, work: (file: ByteSource) => Promise<T>): Promise<T> {
  try {
    return await work(await sourceOf(handle))
  } finally {
    await handle.close()
  }
}

async function sourceOf(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat()
  return {
    size,
    async read(start, end) {
      const bytes = new Uint8Array(Math.max(0, end - start))
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start)
      return bytes.subarray(0, bytesRead)
    },
  }
}

/** The names of the files that were stored before `epoch` (ms). */
async function storedBefore(folder: string, epoch: number): Promise<string[]> {
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

async function locateAt(path: string): Promise<{ readonly path: string; readonly size: number } | null> {
  const known = await stat(path).catch(nullWhereMissing)
  return known && { path, size: known.size }
}

/** Deletes incomplete files that a crash left; those that are still being written changed after `epoch` (ms). */
async function discardUnfinished(folder: string, epoch: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const known = await stat(path).catch(nullWhereMissing)
    if (known && known.mtimeMs < epoch) await rm(path, { force: true })
  }
}

async function headOf(path: string, length: number): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Only a missing file is null; other errors, such as too many open files, are thrown. */
function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
