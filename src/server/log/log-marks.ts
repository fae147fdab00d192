import { createHmac, hash as digestOf, timingSafeEqual } from 'node:crypto'
import { type Entry, hashOf } from '#domain/log/entry.ts'
import { writtenIn } from '#protocol/socket/restored-epoch.ts'
import { sha256 } from './sha256.ts'

/*
 * Marks of a section's log: whoever has the database alone can chain entries with right hashes, but cannot mark them
 * (KEY-7). A mark is HMAC-SHA-256, with a key made from the section's own, over the section, the epoch in which the entry
 * was written, and its hash, which covers everything else of it and all entries before; its first 16 bytes are kept.
 */

const markLength = 16
const blockLength = 64
const digestLength = 32

/** A log's end: its last entry's seq and hash. */
export interface LogPlace {
  readonly head: number
  readonly hash: string
}

/** Entries of before there were marks, which are taken on trust (KEY-7). */
export interface UnmarkedLog extends LogPlace {
  readonly mark: Uint8Array
}

export interface LogMarks {
  of(entry: Pick<Entry, 'seq' | 'hash'>): Buffer
  /** Whether the hall wrote the entry: its hash is right, and so is its mark, unless it is from before there were any. */
  isRight(entry: Entry, mark: Uint8Array | null): boolean
}

interface Section {
  readonly id: string
  /** As it may be told (`provedEpoch`). */
  readonly epoch: string
  readonly privateKey: Uint8Array
}

export function createLogMarks({ id, epoch, privateKey }: Section, unmarked: UnmarkedLog | null): LogMarks {
  const hmac = createShortHmac(markKey(privateKey))
  const before = unmarked && isTrusted({ id, privateKey }, unmarked) ? unmarked : null

  let prefix: { readonly epoch: string; readonly text: string } | null = null

  /** What an entry's hash follows in the marked text. Kept, because an epoch has many entries. */
  function prefixFor(written: string): string {
    // As one text, not as the pieces it is made of: it is read for every append.
    if (prefix?.epoch !== written)
      prefix = { epoch: written, text: Buffer.from(`entry\n${id}\n${written}\n`).toString() }
    return prefix.text
  }

  function of({ seq, hash }: Pick<Entry, 'seq' | 'hash'>): Buffer {
    const digest = hmac(prefixFor(writtenIn(epoch, seq)) + hash)
    return Buffer.from(digest.slice(0, markLength), 'latin1')
  }

  return {
    of,
    isRight(entry, mark) {
      if (hashOf(entry, sha256) !== entry.hash) return false
      if (mark !== null) return areEqual(of(entry), mark)
      if (before === null || entry.seq > before.head) return false
      return entry.seq < before.head || entry.hash === before.hash
    },
  }
}

/** The mark of what a log had when marks began. */
export function unmarkedMark(
  { id, privateKey }: Pick<Section, 'id' | 'privateKey'>,
  place: LogPlace,
): Buffer {
  const text = `unmarked\n${id}\n${place.head}\n${place.hash}`
  return createHmac('sha256', markKey(privateKey)).update(text).digest()
}

function isTrusted(section: Pick<Section, 'id' | 'privateKey'>, unmarked: UnmarkedLog): boolean {
  return areEqual(unmarkedMark(section, unmarked), unmarked.mark)
}

function markKey(privateKey: Uint8Array): Buffer {
  return createHmac('sha256', privateKey).update('log marks').digest()
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * HMAC-SHA-256 of texts in ASCII, as text in Latin-1. This runs for every append: hashing in one call takes less than an
 * object, and a digest as text a third of one as bytes.
 */
export function createShortHmac(key: Uint8Array): (text: string) => string {
  const padded = Buffer.alloc(blockLength)
  padded.set(key)
  const outer = Buffer.concat([padded.map((byte) => byte ^ 0x5c), Buffer.alloc(digestLength)])
  let inner = Buffer.concat([padded.map((byte) => byte ^ 0x36), Buffer.alloc(4 * blockLength)])
  return (text) => {
    const end = blockLength + text.length
    if (end > inner.length) inner = Buffer.concat([inner], 2 * end)
    inner.write(text, blockLength, 'latin1')
    outer.write(digestOf('sha256', inner.subarray(0, end), 'binary'), blockLength, 'latin1')
    return digestOf('sha256', outer, 'binary')
  }
}

/** A section's log is not as the hall wrote it, from an entry on: nothing is decided on it (KEY-7). */
export class AlteredLogError extends Error {
  override readonly name = 'AlteredLogError'
  readonly sessionId: string
  readonly seq: number

  constructor(sessionId: string, seq: number, cause?: unknown) {
    super(`entry ${seq} of the log of section ${sessionId} is not as the hall wrote it`, { cause })
    this.sessionId = sessionId
    this.seq = seq
  }
}
