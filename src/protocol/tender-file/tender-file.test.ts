import { randomBytes } from 'node:crypto'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { hasSuffix, manifestEntryName, maxManifestBytes, saysOf, suffixesOf } from './manifest.ts'
import { isPdf, readTenderFile } from './read.ts'
import { writeTenderFile } from './write.ts'

const price = { key: 'price', title: { zh: '投标报价', en: 'Bid price' }, kind: 'money', unit: '元' } as const
const days = { key: 'days', title: { zh: '工期', en: 'Duration' }, kind: 'integer' } as const
const label = { title: { zh: '资金来源', en: 'Funding' }, value: '财政资金' }
const technical = { kind: 'technical', sectionCode: 'S-1' } as const
const manifest = { format: 'kaibiao-tender/1', ...technical }

/** A zip archive of these entries. */
function archive(entries: Readonly<Record<string, string | Uint8Array>>, level: 0 | 6 = 6): Uint8Array {
  const packed: Zippable = {}
  for (const [name, content] of Object.entries(entries)) {
    packed[name] = typeof content === 'string' ? strToU8(content) : content
  }
  return zipSync(packed, { level })
}

const withManifest = (changes: object, entries: Readonly<Record<string, string>> = {}) =>
  archive({ [manifestEntryName]: JSON.stringify({ ...manifest, ...changes }), ...entries })

/** Sets the size of the first entry in the central directory to 100: 24 bytes into its record. */
function claiming100Bytes(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setUint32(view.getUint32(bytes.length - 22 + 16, true) + 24, 100, true)
  return bytes
}

/** The problem of a container; `ok` where it has none. */
function problemOf(bytes: Uint8Array): string {
  const read = readTenderFile(bytes)
  return read.ok ? 'ok' : read.error.problem
}

describe('a tender file', () => {
  test('is read back as it was written, with its attachments', () => {
    const bytes = writeTenderFile(
      {
        ...technical,
        projectInfo: [label],
        evaluationRules: [label],
        parameters: { evaluationMethod: '合理低价法', ceilingPrice: '48600000.00', billOfQuantities: true },
        priceColumns: [price],
        bidForm: [days],
      },
      [{ name: '图纸.pdf', bytes: strToU8('drawing') }],
    )
    const read = readTenderFile(bytes)
    expect(read.ok && saysOf(read.value)).toEqual({
      ...technical,
      controlPrice: null,
      attachments: [{ name: '图纸.pdf', size: 7 }],
      content: {
        projectInfo: [label],
        evaluationRules: [label],
        parameters: { evaluationMethod: '合理低价法', ceilingPrice: '48600000.00', billOfQuantities: true },
        priceColumns: [{ ...price, decimals: 2, required: true }],
        bidForm: [{ ...days, unit: '', decimals: 2, required: true }],
      },
    })
  })

  test('has only price columns when commercial, and only the price when of a control price', () => {
    const commercial = readTenderFile(
      writeTenderFile({ kind: 'commercial', sectionCode: 'S-1', priceColumns: [price] }),
    )
    expect(commercial.ok && saysOf(commercial.value).content).toMatchObject({ projectInfo: [], bidForm: [] })
    const control = readTenderFile(
      writeTenderFile({ kind: 'control-price', sectionCode: 'S-1', price: '4860.50' }),
    )
    expect(control.ok && saysOf(control.value)).toMatchObject({
      content: null,
      controlPrice: { price: '4860.50', remark: '' },
    })
  })

  test.each([0, 6] as const)(
    'is read with its manifest at any place and of any size, packed at level %d',
    (level) => {
      const labels = (n: number) =>
        Array.from({ length: n }, (_, i) => ({ ...label, value: randomBytes(300).toString('hex') + i }))
      for (const n of [0, 10, 40]) {
        const projectInfo = labels(n)
        const listed = [{ name: 'a', size: 1 }]
        const json = JSON.stringify({ ...manifest, projectInfo, attachments: listed })
        const read = readTenderFile(archive({ 'attachments/a': '1', [manifestEntryName]: json }, level))
        expect(read.ok && saysOf(read.value).content?.projectInfo).toEqual(projectInfo)
      }
    },
  )

  test('has the same bytes for the same description', () => {
    expect(writeTenderFile(technical)).toEqual(writeTenderFile(technical))
  })

  test('is not written from an invalid description', () => {
    expect(() => writeTenderFile({ ...technical, bidForm: [price] })).toThrow(
      'prices have a list of their own',
    )
    expect(() => writeTenderFile({ ...technical, priceColumns: [days] })).toThrow('a price is money')
    expect(() => writeTenderFile(technical, [{ name: '../x', bytes: new Uint8Array() }])).toThrow()
  })
})

const malformed: readonly [what: string, bytes: Uint8Array, problem: string][] = [
  [
    'that is not a zip archive',
    strToU8('a letter, not an archive, and long enough to be one'),
    'not-a-container',
  ],
  ['of no bytes', new Uint8Array(), 'not-a-container'],
  ['without a manifest', archive({ 'attachments/a.pdf': 'a' }), 'no-manifest'],
  ['with an entry that the format does not have', withManifest({}, { 'run.exe': 'x' }), 'foreign-entry'],
  ['with a path that leads out', withManifest({}, { 'attachments/../x.pdf': 'x' }), 'bad-name'],
  ['with a folder inside', withManifest({}, { 'attachments/a/b.pdf': 'x' }), 'bad-name'],
  ['with a Windows path', withManifest({}, { 'attachments/..\\x.pdf': 'x' }), 'bad-name'],
  [
    'with a right-to-left override in a name',
    withManifest({}, { 'attachments/a\u202Efdp.exe': 'x' }),
    'bad-name',
  ],
  [
    'with a name that repeats',
    withManifest({}, { 'attachments/a': '1', 'attachments/A': '2' }),
    'repeated-entry',
  ],
  [
    'with an attachment that the manifest does not list',
    withManifest({}, { 'attachments/a': '1' }),
    'attachments-differ',
  ],
  [
    'without an attachment that its manifest lists',
    withManifest({ attachments: [{ name: 'a', size: 1 }] }),
    'attachments-differ',
  ],
  [
    'with an attachment of another size',
    withManifest({ attachments: [{ name: 'a', size: 2 }] }, { 'attachments/a': '1' }),
    'attachments-differ',
  ],
  ['whose manifest is no JSON', archive({ [manifestEntryName]: '{' }), 'bad-manifest'],
  [
    'whose manifest is not UTF-8',
    archive({ [manifestEntryName]: Uint8Array.of(0xff, 0xfe) }),
    'bad-manifest',
  ],
  ['of another format', withManifest({ format: 'kaibiao-tender/2' }), 'bad-manifest'],
  ['of an unknown kind', withManifest({ kind: 'other' }), 'bad-manifest'],
  ['with an unknown field', withManifest({ password: 'x' }), 'bad-manifest'],
  [
    'with a column of an unknown kind',
    withManifest({ bidForm: [{ ...days, kind: 'file' }] }),
    'bad-manifest',
  ],
]

describe('a container is refused', () => {
  test.each(malformed)('%s', (_, bytes, problem) => {
    expect(problemOf(bytes)).toBe(problem)
  })

  test('in the ZIP64 format', () => {
    const bytes = withManifest({})
    const locator = new Uint8Array(20)
    new DataView(locator.buffer).setUint32(0, 0x07064b50, true)
    const end = bytes.length - 22
    const zip64 = Uint8Array.of(...bytes.subarray(0, end), ...locator, ...bytes.subarray(end))
    expect(problemOf(bytes)).toBe('ok')
    expect(problemOf(zip64)).toBe('not-a-container')
  })
})

describe('a container is refused for its size', () => {
  test('whose manifest would be too large, without unpacking it', () => {
    const bomb = archive({ [manifestEntryName]: new Uint8Array(64 * maxManifestBytes) })
    expect(bomb.length).toBeLessThan(maxManifestBytes)
    expect(problemOf(bomb)).toBe('too-large')
  })

  test('whose directory understates the size of its manifest, without unpacking all of it', () => {
    const large = archive({ [manifestEntryName]: new Uint8Array(16 * maxManifestBytes).fill(0x20) })
    // Reading past the limit meets bytes that are not deflated.
    large.fill(0xff, large.length / 2, large.length - 200)
    const before = process.memoryUsage().arrayBuffers
    expect(problemOf(claiming100Bytes(large))).toBe('bad-manifest')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * maxManifestBytes)
  })

  test('whose packed manifest is too large, whatever its directory says', () => {
    const large = archive({ [manifestEntryName]: randomBytes(2 * maxManifestBytes) })
    expect(problemOf(claiming100Bytes(large))).toBe('too-large')
  })

  test('whose directory overstates the size of its manifest', () => {
    expect(problemOf(claiming100Bytes(archive({ [manifestEntryName]: '{}' })))).toBe('bad-manifest')
  })

  test('with tens of thousands of entries, at once', () => {
    const many: Record<string, string> = {}
    for (let i = 0; i < 65_000; i += 1) many[`attachments/${i}`] = ''
    const bytes = archive(many, 0)
    const began = performance.now()
    expect(problemOf(bytes)).toBe('too-many-entries')
    expect(performance.now() - began).toBeLessThan(5000)
  })

  test('with attachments that would be too large', () => {
    const bytes = withManifest({}, { 'attachments/a': '1' })
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    const directory = view.getUint32(bytes.length - 22 + 16, true)
    const second = directory + 46 + manifestEntryName.length
    view.setUint32(second + 24, 0x7fffffff, true)
    expect(problemOf(bytes)).toBe('too-large')
  })
})

describe('suffixes', () => {
  test.each<[Parameters<typeof suffixesOf>, string[]]>([
    [
      ['technical', 1],
      ['.zbj', '.pdf'],
    ],
    [
      ['technical', 2],
      ['.zczbj', '.zbj', '.pdf'],
    ],
    [
      ['technical', 6],
      ['.zczbj', '.pdf'],
    ],
    [
      ['commercial', 1],
      ['.zbs', '.pdf'],
    ],
    [
      ['control-price', 1],
      ['.zbs', '.pdf'],
    ],
  ])('[TEN-4] of %j are %j', (file, suffixes) => {
    expect(suffixesOf(...file)).toEqual(suffixes)
  })

  test('match in any case, and only at the end of a name', () => {
    expect(hasSuffix('招标文件.ZBJ', ['.zbj'])).toBe(true)
    for (const name of ['.zbj', '招标文件.zbj.exe', '招标文件zbj', '招标文件.zczbj']) {
      expect(hasSuffix(name, ['.zbj']), name).toBe(false)
    }
  })

  test('a PDF is recognised by its first bytes', () => {
    expect(isPdf(strToU8('%PDF-1.7\n'))).toBe(true)
    expect(isPdf(strToU8('PK\u0003\u0004'))).toBe(false)
    expect(isPdf(new Uint8Array())).toBe(false)
  })
})
