import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachmentsFolder, isAttachmentName } from './manifest.ts'
import { readTenderFile } from './read.ts'
import { writeTenderFile } from './write.ts'

const options = { seed: 5, numRuns: 150 }

const words = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 40 })
  .filter((text) => text.trim() === text)
const label = fc.record({ title: fc.record({ zh: words, en: words }), value: words })
const title = fc.record({ zh: words, en: words })
const column = (kinds: ('money' | 'integer' | 'text')[]) =>
  fc.record({
    key: fc.stringMatching(/^[a-z][A-Za-z0-9]{0,20}$/).filter((key) => !(key in {})),
    title,
    kind: fc.constantFrom(...kinds),
    unit: fc.constantFrom('元', '万元', ''),
    decimals: fc.integer({ min: 0, max: 6 }),
    required: fc.boolean(),
  })
const description = fc.record({
  kind: fc.constant('technical' as const),
  sectionCode: words,
  projectInfo: fc.array(label, { maxLength: 5 }),
  evaluationRules: fc.array(label, { maxLength: 5 }),
  parameters: fc.record(
    { industry: fc.integer({ min: 0, max: 99 }), billOfQuantities: fc.boolean(), evaluationMethod: words },
    { requiredKeys: [] },
  ),
  priceColumns: fc.array(column(['money']), { maxLength: 4 }),
  bidForm: fc.array(column(['integer', 'text']), { maxLength: 4 }),
})
const files = fc.uniqueArray(
  fc.record({ name: words.filter(isAttachmentName), bytes: fc.uint8Array({ maxLength: 200 }) }),
  // fflate's records cannot have names of a prototype's properties.
  { maxLength: 5, selector: ({ name }) => (attachmentsFolder + name).normalize('NFC').toLowerCase() },
)

test('a written file is read back unchanged', () =>
  fc.assert(
    fc.property(description, files, (said, attached) => {
      const read = readTenderFile(writeTenderFile(said, attached))
      expect(read).toEqual({
        ok: true,
        value: {
          format: 'kaibiao-tender/1',
          ...said,
          attachments: attached.map(({ name, bytes }) => ({ name, size: bytes.length })),
        },
      })
    }),
    options,
  ))

test('any bytes get an answer', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      expect(readTenderFile(bytes).ok).toBe(false)
    }),
    options,
  ))

test('a damaged or truncated file is read or refused without an exception', () =>
  fc.assert(
    fc.property(
      description,
      files,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 }),
      fc.nat(),
      (said, attached, flips, cut) => {
        const bytes = writeTenderFile(said, attached)
        for (const [at, value] of flips) bytes[at % bytes.length] = value
        const read = readTenderFile(cut % 3 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes)
        if (read.ok) expect(read.value.kind).toBe('technical')
        else expect(read.error.problem).toMatch(/^[a-z-]+$/)
      },
    ),
    { seed: 6, numRuns: 300 },
  ))
