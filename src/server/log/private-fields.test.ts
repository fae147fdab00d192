import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalJson, sha256Hex } from '#domain/log/canonical-json.ts'
import type { Entry } from '#domain/log/entry.ts'
import { createDecryptor, createEncryptor } from './private-fields.ts'

const key = randomBytes(32)

/** Private fields with their commitments, as an entry has them. */
function committed(values: Readonly<Record<string, unknown>>) {
  const secrets: Record<string, { salt: string; value: unknown }> = {}
  const commitments: Record<string, string> = {}
  for (const [field, value] of Object.entries(values)) {
    const revealed = { salt: randomBytes(16).toString('hex'), value }
    secrets[field] = revealed
    commitments[field] = sha256Hex(canonicalJson(revealed))
  }
  return { secrets, commitments, text: JSON.stringify(secrets) }
}

const samples = [
  { origin: { address: '10.0.0.1', hardwareSerial: null } },
  { figures: { price: '20000300.00' }, note: '报价：二千万零三百' },
  { empty: '' },
  { long: '标'.repeat(5000) },
].map(committed)

/** Encrypts the fields of one entry after the other. */
function encryptorOf(key: Uint8Array): (text: string) => Buffer {
  const encrypt = createEncryptor(key, randomBytes)
  return (text) => encrypt([text])[0] ?? expect.fail()
}

/** The counter blocks that the encryption used. */
function blocksOf(encrypted: Buffer): string[] {
  const nonce = encrypted.subarray(0, 12).toString('hex')
  const first = encrypted.readUInt32BE(12)
  return Array.from({ length: Math.ceil((encrypted.length - 16) / 16) }, (_, i) => `${nonce} ${first + i}`)
}

test('encrypted fields are decrypted with the key alone, in any order, from one node or several', () => {
  const encryptors = [encryptorOf(key), encryptorOf(key)]
  const encrypted = encryptors.flatMap((encrypt) =>
    samples.map((sample) => ({ sample, bytes: encrypt(sample.text) })),
  )
  const orders = [
    encrypted,
    [...encrypted].reverse(),
    encrypted.filter((_, i) => i % 2),
    [...encrypted, ...encrypted],
  ]
  for (const order of orders) {
    const decrypt = createDecryptor(key)
    for (const { sample, bytes } of order) {
      expect(decrypt(sample.commitments, bytes)).toEqual(sample.secrets)
      expect(createDecryptor(key)(sample.commitments, bytes)).toEqual(sample.secrets)
    }
  }
  expect(createDecryptor(key)({}, null)).toEqual({})
})

test('the error for unreadable fields does not quote them', () => {
  const { text, commitments } = committed({ price: '20000300.00' })
  const encrypted = encryptorOf(key)(text)
  for (let at = 16; at < encrypted.length; at += 1) {
    const altered = Buffer.from(encrypted)
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at)
    expect(() => createDecryptor(key)(commitments, altered)).toThrow(
      /^the private fields of an entry are not those it has commitments of$/,
    )
  }
})

test('unreadable fields do not affect the entries after them', () => {
  const encrypt = encryptorOf(key)
  const decrypt = createDecryptor(key)
  const [first, ...rest] = samples.map((sample) => ({ sample, bytes: encrypt(sample.text) }))
  // The first byte of a multi-byte character at the end, which a decoder would keep for the next text.
  first?.bytes.writeUInt8((first.bytes.at(-1) ?? 0) ^ 0x20 ^ 0xe5, first.bytes.length - 1)
  expect(() => decrypt(first?.sample.commitments ?? {}, first?.bytes ?? null)).toThrow()
  expect(() => decrypt({}, Buffer.alloc(7))).toThrow()
  for (const { sample, bytes } of rest) expect(decrypt(sample.commitments, bytes)).toEqual(sample.secrets)
})

test('the fields of several entries are encrypted together, and decrypted each by itself', () => {
  const encrypt = createEncryptor(key, randomBytes)
  const texts = samples.flatMap(({ text }) => [null, text])
  for (const again of [texts, [...texts].reverse(), [], [null]]) {
    const encrypted = encrypt(again)
    expect(encrypted.map((bytes) => bytes === null)).toEqual(again.map((text) => text === null))
    for (const [i, bytes] of encrypted.entries()) {
      const sample = samples.find(({ text }) => text === again[i])
      expect(createDecryptor(key)(sample?.commitments ?? {}, bytes)).toEqual(sample?.secrets ?? {})
    }
  }
  const blocks = [texts, texts].flatMap((again) =>
    encrypt(again).flatMap((bytes) => (bytes ? blocksOf(bytes) : [])),
  )
  expect(new Set(blocks).size).toBe(blocks.length)
})

test('no block of the key stream is used twice, by one node or by several', () => {
  const encryptors = [encryptorOf(key), encryptorOf(key)]
  const blocks = Array.from({ length: 200 }, (_, i) => {
    const { text } = samples[i % samples.length] ?? { text: '' }
    return encryptors.flatMap((encrypt) => blocksOf(encrypt(text)))
  }).flat()
  expect(new Set(blocks).size).toBe(blocks.length)
})

test('equal fields differ at rest, and their length is rounded up', () => {
  const encrypt = encryptorOf(key)
  const [one, two] = [encrypt('{"a":1}'), encrypt('{"a":1}')]
  expect(one.subarray(16)).not.toEqual(two.subarray(16))
  expect(encrypt('{"a":12}')).toHaveLength(one.length)
})

test('fields that were altered, lost, moved or encrypted with another key are refused', () => {
  const encrypt = encryptorOf(key)
  const [one, two] = samples as [(typeof samples)[0], (typeof samples)[0]]
  const encrypted = encrypt(one.text)
  const refused = (commitments: Entry['commitments'], bytes: Uint8Array | null, with_ = key) =>
    expect(() => createDecryptor(with_)(commitments, bytes)).toThrow()
  for (let at = 0; at < encrypted.length - 16; at += 1) {
    const altered = Buffer.from(encrypted)
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at)
    refused(one.commitments, altered)
  }
  refused(one.commitments, null)
  refused(one.commitments, encrypted.subarray(0, 20))
  refused(one.commitments, encrypt(two.text))
  refused(one.commitments, encrypt('{}'))
  refused({ ...one.commitments, more: 'x' }, encrypted)
  refused({}, encrypted)
  refused(one.commitments, encrypted, randomBytes(32))
})
