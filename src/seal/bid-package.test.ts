import { deflateSync, strToU8, type Zippable, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { filesProblem, packBid } from './bid-package.ts'
import { type BidContent, defaultMaxUnpackedBytes } from './format.ts'
import { type BidPackage, createPackageReader } from './package-reader.ts'

const content: BidContent = {
  format: 'kaibiao-bid/1',
  sessionId: 's',
  bidderCode: 'b',
  kind: 'technical',
  figures: { price: '1.10' },
}
const bidJson = strToU8(JSON.stringify(content))
const file = (name: string, size = 1) => ({ name, bytes: new Uint8Array(size) })

function plaintextOf(entries: Zippable, level: 0 | 6 = 0): Uint8Array {
  return join([new Uint8Array(32), zipSync(entries, { level })])
}

function join(pieces: Uint8Array[]): Uint8Array {
  return new Uint8Array(pieces.flatMap((piece) => [...piece]))
}

/** An archive of `count` empty files whose end record claims another number. */
function manyEntries(count: number, claimed = count & 0xffff): Uint8Array {
  const entry = zipSync({ 'files/a': new Uint8Array(0) })
  const listed = entry.subarray(entry.length - 22 - 53, entry.length - 22)
  const size = listed.length * count
  const archive = new Uint8Array(32 + size + 22)
  for (let at = 32; at < 32 + size; at += listed.length) archive.set(listed, at)
  const end = new DataView(archive.buffer, 32 + size)
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, claimed, true)
  end.setUint16(10, claimed, true)
  end.setUint32(12, size, true)
  return archive
}

/** Two files that share their bytes: an archive could unpack to any multiple of its size. */
function overlapping(): Uint8Array {
  const plain = plaintextOf({ 'bid.json': bidJson, 'files/a': bidJson, 'files/b': bidJson })
  const view = new DataView(plain.buffer, plain.byteOffset)
  const directory = 32 + view.getUint32(plain.length - 6, true)
  const second = directory + 46 + 'bid.json'.length
  const third = second + 46 + 'files/a'.length
  view.setUint32(third + 42, view.getUint32(second + 42, true), true)
  return plain
}

/** The archive with every occurrence of a text, in headers and directory, replaced by one of equal length. */
function renamed(plaintext: Uint8Array, from: string, to: string): Uint8Array {
  const text = Array.from(plaintext, (byte) => String.fromCharCode(byte)).join('')
  return Uint8Array.from(text.replaceAll(from, to), (char) => char.charCodeAt(0))
}

/** A number as four bytes, little-endian. */
function int32(value: number): string {
  return String.fromCharCode(value & 255, (value >> 8) & 255, (value >> 16) & 255, value >> 24)
}

/** Reads the plaintext in pieces; null where the format does not allow it. */
function unpack(plaintext: Uint8Array, maxBytes = defaultMaxUnpackedBytes): BidPackage | null {
  const reader = createPackageReader(maxBytes)
  for (let from = 0; from < plaintext.length; from += 1000) reader.push(plaintext.subarray(from, from + 1000))
  try {
    return reader.finish()
  } catch {
    return null
  }
}

describe('packing', () => {
  it.each([
    '../up.pdf',
    'a/b.pdf',
    'a\\b.pdf',
    'C:x.pdf',
    '..',
    '.hidden',
    '',
    'trailing blank ',
    '长'.repeat(121),
    'line\nbreak.pdf',
    'fdp.\u202eexe.pdf',
    'a\u200bb.pdf',
  ])('refuses the file name %j', (name) => {
    expect(filesProblem([file(name)])?.code).toBe('bad-file-name')
  })

  it('refuses names that are equal on some file systems', () => {
    expect(filesProblem([file('A.pdf'), file('a.PDF')])?.code).toBe('repeated-file-name')
  })

  it('allows 200 files and the limit of bytes, and no more', () => {
    const many = Array.from({ length: 201 }, (_, at) => file(`${at}.pdf`))
    expect(filesProblem(many.slice(1))).toBeNull()
    expect(filesProblem(many)?.code).toBe('too-many-files')
    expect(filesProblem([file('a', 60), file('b', 40)], 100)).toBeNull()
    expect(filesProblem([file('a', 60), file('b', 41)], 100)?.code).toBe('too-large')
  })

  it('has a size that does not depend on the length of the figures', () => {
    const size = (price: string) =>
      join(packBid({ ...content, figures: { price } }, [], new Uint8Array(32))).length
    expect(size('9')).toBe(size('123456789012345.67'))
  })
})

const malformed: [string, Uint8Array][] = [
  ['nothing', new Uint8Array(0)],
  ['a salt alone', new Uint8Array(32)],
  ['no archive', new Uint8Array(5000).fill(65)],
  ['an empty archive', plaintextOf({})],
  ['no bid.json', plaintextOf({ 'files/a.pdf': bidJson })],
  ['a bid.json that is no JSON', plaintextOf({ 'bid.json': strToU8('{') })],
  [
    'a bid.json with an unknown field',
    plaintextOf({ 'bid.json': strToU8(JSON.stringify({ ...content, x: 1 })) }),
  ],
  [
    'a figure that is a number',
    plaintextOf({ 'bid.json': strToU8(JSON.stringify({ ...content, figures: { price: 1.1 } })) }),
  ],
  ['an entry outside files/', plaintextOf({ 'bid.json': bidJson, 'other.txt': bidJson })],
  ['files before bid.json', plaintextOf({ 'files/a.pdf': bidJson, 'bid.json': bidJson })],
  ['a million entries', manyEntries(1_000_000)],
  ['a directory that claims fewer entries than it has', manyEntries(1_000_000, 2)],
  ['entries that lie over each other', overlapping()],
  ['a path upwards', plaintextOf({ 'bid.json': bidJson, 'files/../x.pdf': bidJson })],
  ...['\u202efdp.exe', 'a\u200b.pdf', 'a\ufeff.pdf', 'a\u0007.pdf'].map((name): [string, Uint8Array] => [
    `a file name with unseen characters, ${JSON.stringify(name)}`,
    plaintextOf({ 'bid.json': bidJson, [`files/${name}`]: bidJson }),
  ]),
  ['a folder inside files/', plaintextOf({ 'bid.json': bidJson, 'files/a/x.pdf': bidJson })],
  ['the folder as an entry', plaintextOf({ 'bid.json': bidJson, 'files/': new Uint8Array(0) })],
  [
    'two entries of one name',
    renamed(
      plaintextOf({ 'bid.json': bidJson, 'files/a': bidJson, 'files/b': bidJson }),
      'files/b',
      'files/a',
    ),
  ],
  [
    'more than 200 files',
    plaintextOf({
      'bid.json': bidJson,
      ...Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`files/${at}`, new Uint8Array(1)])),
    }),
  ],
]

describe('unpacking', () => {
  it('reads what was packed, an empty file and a name in Chinese included', () => {
    const files = [file('投标函.pdf', 10), file('empty.txt', 0), file('__proto__', 2)]
    const unpacked = unpack(join(packBid(content, files, new Uint8Array(32))))
    const documents = files.map(({ name, bytes }) => ({ name, size: bytes.length }))
    expect(unpacked).toEqual({ content, documents })
  })

  it.each(malformed)('refuses %s', (_, plaintext) => {
    expect(unpack(plaintext)).toBeNull()
  })

  it('refuses a deflated entry, even one with a false size that makes it look stored', () => {
    const bomb = plaintextOf(
      { 'bid.json': [bidJson, { level: 0 }], 'files/bomb': new Uint8Array(5_000_000) },
      6,
    )
    expect(bomb.length).toBeLessThan(20_000)
    expect(unpack(bomb)).toBeNull()
    const size = deflateSync(new Uint8Array(5_000_000), { level: 6 }).length
    const lying = renamed(bomb, int32(size) + int32(5_000_000), int32(size) + int32(size))
    expect(lying).not.toEqual(bomb)
    expect(unpack(lying)).toBeNull()
  })

  it('refuses entries that claim more bytes than the archive has', () => {
    const honest = plaintextOf({ 'bid.json': bidJson, 'files/a': new Uint8Array(0x4321) })
    const claim = renamed(honest, '\x21\x43\x00\x00\x21\x43\x00\x00', '\x21\x43\x10\x00\x21\x43\x10\x00')
    expect(claim).not.toEqual(honest)
    expect(unpack(claim)).toBeNull()
  })

  it('accepts the number of bytes that the reader allows, and no more', () => {
    const plaintext = plaintextOf({
      'bid.json': bidJson,
      'files/a': new Uint8Array(60),
      'files/b': new Uint8Array(40),
    })
    expect(unpack(plaintext, 100)).not.toBeNull()
    expect(unpack(plaintext, 99)).toBeNull()
  })
})
