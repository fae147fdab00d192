import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openBytes } from '#test/seal/open-bytes.ts'
import { digestHex } from './bytes.ts'
import { type BidFile, figuresSchema, isFileName, sameNameKey } from './format.ts'
import { openOuter } from './layers.ts'
import { verifyManifest } from './manifest.ts'
import { must, sealed, testSession } from './test-helpers.ts'

const figures = fc.dictionary(
  fc.stringMatching(/^[a-z][A-Za-z0-9]{0,39}$/),
  fc.oneof(fc.stringMatching(/^\d{1,18}(\.\d{1,6})?$/), fc.string({ maxLength: 60, unit: 'binary' })),
  { maxKeys: 8, noNullPrototype: true },
)
const files: fc.Arbitrary<BidFile[]> = fc.uniqueArray(
  fc.record({
    name: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter(isFileName),
    bytes: fc.uint8Array({ maxLength: 3000 }),
  }),
  { maxLength: 5, selector: (file) => sameNameKey(file.name) },
)

const bid = await sealed()
const { manifest } = must(await verifyManifest(bid.manifest))
const opening = { sessionIdentity: testSession.identity, fileIdentity: bid.identity, expected: manifest }
const flip = { at: fc.nat(bid.ciphertext.length - 1), bits: fc.integer({ min: 1, max: 255 }) }

function flipped(bytes: Uint8Array, at: number, bits: number): Uint8Array {
  return bytes.map((byte, index) => (index === at ? byte ^ bits : byte))
}

describe('a sealed bid', () => {
  test('opens to what was sealed', () =>
    fc.assert(
      fc.asyncProperty(figures, files, async (sealedFigures, sealedFiles) => {
        expect(figuresSchema.safeParse(sealedFigures).success).toBe(true)
        const one = await sealed({ figures: sealedFigures, files: sealedFiles })
        const expected = must(await verifyManifest(one.manifest)).manifest
        const opened = await openBytes({
          ...opening,
          ciphertext: one.ciphertext,
          fileIdentity: one.identity,
          expected,
        })
        const documents = sealedFiles.map(({ name, bytes }) => ({ name, size: bytes.length }))
        expect(opened).toEqual({ ok: true, value: { figures: sealedFigures, documents } })
      }),
      { seed: 1, numRuns: 30 },
    ))

  test('is damaged by any flipped byte', () =>
    fc.assert(
      fc.asyncProperty(flip.at, flip.bits, async (at, bits) => {
        const ciphertext = flipped(bid.ciphertext, at, bits)
        expect(await openBytes({ ...opening, ciphertext })).toEqual({ ok: false, error: 'damaged-file' })
      }),
      { seed: 2, numRuns: 100 },
    ))

  test('never opens with a flipped byte, though a manifest commits to it', () =>
    fc.assert(
      fc.asyncProperty(flip.at, flip.bits, async (at, bits) => {
        const ciphertext = flipped(bid.ciphertext, at, bits)
        const expected = { ...manifest, ciphertextHash: await digestHex(ciphertext) }
        expect(await openBytes({ ...opening, ciphertext, expected })).toEqual({
          ok: false,
          error: 'bad-content',
        })
        expect((await openOuter(ciphertext, testSession.identity)).ok).toBe(false)
      }),
      { seed: 3, numRuns: 60 },
    ))
})
