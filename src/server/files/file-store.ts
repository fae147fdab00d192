import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Bytes kept under their own SHA-256: what was stored once is never changed, the same bytes are kept once. */
export interface StoredBytes {
  readonly sha256: string
  readonly size: number
}

export async function openFileStore(folder: string) {
  await mkdir(join(folder, 'incoming'), { recursive: true })

  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256)

  /** Takes a stream in; it has its name only once every byte is on disk. */
  async function put(source: Readable): Promise<StoredBytes> {
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
      await mkdir(join(folder, sha256.slice(0, 2)), { recursive: true })
      await rename(incoming, pathOf(sha256))
      await syncFolder(join(folder, sha256.slice(0, 2)))
      // The file's folder may be new itself.
      await syncFolder(folder)
      return { sha256, size }
    } catch (error) {
      await rm(incoming, { force: true })
      throw error
    }
  }

  /** The whole content; null when it is not there. Throws when it is there and cannot be read. */
  async function read(sha256: string): Promise<Uint8Array | null> {
    return readFile(pathOf(sha256)).catch(nullWhereMissing)
  }

  /** The first `length` bytes, or all there are; null when it is not there. */
  async function readHead(sha256: string, length: number): Promise<Uint8Array | null> {
    const handle = await open(pathOf(sha256), 'r').catch(nullWhereMissing)
    if (!handle) return null
    try {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  }

  async function stream(sha256: string): Promise<Readable | null> {
    const known = await stat(pathOf(sha256)).catch(() => null)
    return known ? createReadStream(pathOf(sha256)) : null
  }

  return { put, read, readHead, stream }
}

export type FileStore = Awaited<ReturnType<typeof openFileStore>>

/** A full disk or too many open files are no reason to say that a file is gone. */
function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
