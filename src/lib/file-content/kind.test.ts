import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { compound, doc, docx, joined, jpg, pdf, wordParts } from '#test/support/attachment-files.ts'
import { contentKind } from './kind.ts'
import { bytesSource } from './source.ts'

const kindOf = (bytes: Uint8Array) => contentKind(bytesSource(bytes))
const text = (words: string) => new TextEncoder().encode(words)
const packed = (parts: Record<string, Uint8Array>) => zipSync(parts)

describe('what people attach', () => {
  test('is recognised by its content', async () => {
    expect(await kindOf(jpg())).toBe('jpg')
    expect(await kindOf(await pdf())).toBe('pdf')
    expect(await kindOf(doc())).toBe('doc')
    expect(await kindOf(docx())).toBe('docx')
  })

  test('may be an old Word document that is large or contains others', async () => {
    expect(await kindOf(compound({ streams: ['WordDocument'], filler: 20_000 }))).toBe('doc')
    expect(await kindOf(compound({ streams: ['1Table', 'WordDocument'], inside: ['Workbook'] }))).toBe('doc')
  })

  test('may be a picture followed by more data, as phones write them', async () => {
    expect(await kindOf(joined(jpg(), text('a short film, 12 MB of it'), jpg()))).toBe('jpg')
  })

  test('may be a document with a comment or white space at its end', async () => {
    expect(await kindOf(joined(await pdf(), text('\n\n')))).toBe('pdf')
    const commented = docx().slice()
    expect(await kindOf(withComment(commented, 'written by nobody'))).toBe('docx')
  })
})

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const others: readonly [string, () => Uint8Array][] = [
  ['nothing', () => new Uint8Array()],
  ['text', () => text('异议书')],
  ['a page', () => text('<html><script>alert(1)</script></html>')],
  ['a program', () => joined(text('MZ'), new Uint8Array(4096))],
  ['a picture of another format', () => joined(new Uint8Array(png), new Uint8Array(4096))],
  ['the first bytes of a picture', () => new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
  ['a picture that breaks off before it begins', () => jpg().slice(0, 200)],
  ['the first words of a PDF', () => text('%PDF-1.7\n')],
  ['a zip file', () => packed({ 'letter.txt': text('异议') })],
  ['a workbook', () => packed({ ...wordParts(), 'xl/workbook.xml': text('') })],
  ['slides', () => packed({ '[Content_Types].xml': text(''), 'ppt/presentation.xml': text('') })],
  ['a document without its types', () => packed({ 'word/document.xml': text('') })],
  ['a document with macros', () => packed({ ...wordParts(), 'word/vbaProject.bin': text('Sub') })],
  ['a path out of the package', () => packed({ ...wordParts(), '../../evil.exe': text('MZ') })],
  ['a path from the root', () => packed({ ...wordParts(), '/etc/passwd': text('') })],
  ['a Windows path', () => packed({ ...wordParts(), 'word\\..\\evil.exe': text('') })],
  ['a workbook of the old format', () => compound({ streams: ['Workbook'] })],
  ['one with a Word document in it', () => compound({ streams: ['Workbook'], inside: ['WordDocument'] })],
  ['an encrypted document', () => compound({ streams: ['EncryptedPackage', 'EncryptionInfo'] })],
  ['a compound file of zeros', () => joined(doc().slice(0, 512), new Uint8Array(4096))],
]

describe('what may not be attached', () => {
  test.each(others)('%s', async (_name, make) => {
    expect(await kindOf(make())).toBeNull()
  })

  test('half of a document of any format', async () => {
    for (const whole of [await pdf(), doc(), docx()]) {
      expect(await kindOf(whole.slice(0, Math.floor(whole.length / 2)))).toBeNull()
    }
  })

  test('a zip bomb, by its directory', async () => {
    const bomb = docx().slice()
    const view = new DataView(bomb.buffer)
    const directory = view.getUint32(bomb.length - 6, true)
    view.setUint32(directory + 24, 0xfffffff0, true)
    expect(await kindOf(bomb)).toBeNull()
  })

  test('a document with an encrypted part', async () => {
    const locked = docx().slice()
    const view = new DataView(locked.buffer)
    view.setUint16(view.getUint32(locked.length - 6, true) + 8, 1, true)
    expect(await kindOf(locked)).toBeNull()
  })
})

describe('files of two kinds at once', () => {
  test.each<[string, () => Promise<Uint8Array>]>([
    ['a picture and a zip file', async () => joined(jpg(), packed({ 'a.txt': text('a') }))],
    ['a picture and a document', async () => joined(jpg(), docx())],
    ['a PDF and a zip file', async () => joined(await pdf(), packed({ 'a.class': text('a') }))],
    ['a Word document of the old format and a zip file', async () => joined(doc(), packed({ a: text('a') }))],
    ['a document with a program in front', async () => joined(text('PK\x03\x04MZ'), docx())],
    ['a picture with a PDF in its comment', async () => commented(jpg(), '%PDF-1.7 1 0 obj')],
    [
      'a document that stores a PDF first',
      async () => zipSync({ a: await pdf(), ...wordParts() }, { level: 0 }),
    ],
    ['a document with something behind it', async () => joined(docx(), text('MZ'))],
  ])('%s', async (_name, make) => {
    expect(await kindOf(await make())).toBeNull()
  })
})

function withComment(zip: Uint8Array, comment: string): Uint8Array {
  new DataView(zip.buffer).setUint16(zip.length - 2, comment.length, true)
  return joined(zip, text(comment))
}

/** A comment right behind the picture's first marker. */
function commented(picture: Uint8Array, comment: string): Uint8Array {
  const length = comment.length + 2
  const segment = new Uint8Array([0xff, 0xfe, length >> 8, length & 0xff])
  return joined(picture.slice(0, 2), segment, text(comment), picture.slice(2))
}
