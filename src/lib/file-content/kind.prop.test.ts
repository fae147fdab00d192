import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { doc, docx, joined, jpg, pdf } from '#test/support/attachment-files.ts'
import { type ContentKind, contentKind } from './kind.ts'
import { bytesSource } from './source.ts'

const options = { seed: 5_131_719, numRuns: 400 }
const samples = new Map<ContentKind, Uint8Array>()

beforeAll(async () => {
  samples.set('jpg', jpg())
  samples.set('pdf', await pdf('异', 1))
  samples.set('doc', doc())
  samples.set('docx', docx())
})

const kindOf = (bytes: Uint8Array) => contentKind(bytesSource(bytes))
const kind = fc.constantFrom<ContentKind>('jpg', 'pdf', 'doc', 'docx')
const sampleOf = (of: ContentKind) => samples.get(of) ?? new Uint8Array()

/** Every known head, followed by any bytes. */
const anyBytes = fc
  .tuple(
    fc.constantFrom('', '\xff\xd8\xff\xe0', '%PDF-1.7', 'PK\x03\x04', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
    fc.uint8Array({ maxLength: 3000 }),
  )
  .map(([head, rest]) =>
    joined(
      Uint8Array.from(head, (letter) => letter.charCodeAt(0)),
      rest,
    ),
  )

test('any bytes get an answer', () =>
  fc.assert(
    fc.asyncProperty(anyBytes, async (bytes) => {
      expect([null, 'jpg', 'pdf', 'doc', 'docx']).toContain(await kindOf(bytes))
    }),
    options,
  ))

test('a document with changed bytes keeps its kind or has none', () =>
  fc.assert(
    fc.asyncProperty(
      kind,
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 }),
      async (of, flips) => {
        const bytes = sampleOf(of).slice()
        for (const [at, value] of flips) bytes[at % bytes.length] = value
        expect([null, of]).toContain(await kindOf(bytes))
      },
    ),
    options,
  ))

test('a truncated file has no kind, or keeps its own where its directory comes first', () =>
  fc.assert(
    fc.asyncProperty(kind, fc.double({ min: 0, max: 0.98, noNaN: true }), async (of, part) => {
      const whole = sampleOf(of)
      const cut = await kindOf(whole.slice(0, Math.floor(whole.length * part)))
      expect(of === 'jpg' || of === 'doc' ? [null, of] : [null]).toContain(cut)
    }),
    options,
  ))

test('a document with bytes before it has no kind', () =>
  fc.assert(
    fc.asyncProperty(kind, fc.uint8Array({ minLength: 1, maxLength: 600 }), async (of, front) => {
      const found = await kindOf(joined(front, sampleOf(of)))
      // A picture may follow the start of another picture.
      expect(of === 'jpg' ? [null, 'jpg'] : [null]).toContain(found)
    }),
    options,
  ))
