import { createHash, createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDigest } from './command-digest.ts'

test('[KEY-1] a digest is of the session’s key and the whole content, in whichever order they are made', () => {
  const privateKey = randomBytes(32)
  const key = createHmac('sha256', privateKey).update('command digests').digest('hex')
  const digest = createDigest(privateKey)
  const other = createDigest(randomBytes(32))
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 3000 }), (content) => {
      expect(digest(content)).toBe(createHash('sha256').update(key).update(content).digest('base64'))
      expect(other(content)).not.toBe(digest(content))
    }),
    { seed: 1, numRuns: 200 },
  )
  expect(digest('x'.repeat(100_000))).not.toBe(digest('x'.repeat(99_999)))
})
