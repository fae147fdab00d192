import { createCanvas } from '@napi-rs/canvas'
import { zipSync } from 'fflate'
import { makePdf } from '#server/reports/pdf-maker.ts'

/* Attachments, made here: complete files that their programs can read. */

/** A scanned letter as a JPEG picture. */
export function jpg(words = '异议书'): Uint8Array {
  const canvas = createCanvas(620, 877)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fdfcf7'
  context.fillRect(0, 0, 620, 877)
  context.fillStyle = '#1c1917'
  context.font = '32px sans-serif'
  context.fillText(words, 80, 120)
  for (let line = 0; line < 14; line++) context.fillRect(80, 180 + 34 * line, 460 - (line % 4) * 40, 3)
  return new Uint8Array(canvas.toBuffer('image/jpeg'))
}

/** A letter of so many pages as PDF. */
export async function pdf(words = '异议书', pages = 2): Promise<Uint8Array> {
  const content = Array.from({ length: pages }, (_, i) => ({
    text: `${words} ${i + 1}`,
    fontSize: 24,
    ...(i > 0 && { pageBreak: 'before' as const }),
  }))
  return new Uint8Array(await makePdf({ content, defaultStyle: { font: 'NotoSansSC' } }))
}

const types =
  '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Override PartName="/word/document.xml" ' +
  'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
const relations =
  '<?xml version="1.0" encoding="UTF-8"?>' +
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" ' +
  'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>' +
  '</Relationships>'

/** The parts of a Word document, to be packed with others or without some. */
export function wordParts(words = '异议书'): Record<string, Uint8Array> {
  const body =
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r>' +
    `<w:t>${words}</w:t></w:r></w:p></w:body></w:document>`
  const encode = (text: string) => new TextEncoder().encode(text)
  return {
    '[Content_Types].xml': encode(types),
    '_rels/.rels': encode(relations),
    'word/document.xml': encode(body),
  }
}

export function docx(words?: string): Uint8Array {
  return zipSync(wordParts(words))
}

interface Compound {
  /** Names of the streams in the root, in order: a chain of right-hand neighbours. */
  readonly streams: readonly string[]
  /** Streams in a storage of their own. */
  readonly inside?: readonly string[]
  /** Sectors of content that come first, so that the sector table needs more than the header holds. */
  readonly filler?: number
}

const free = 0xffffffff
const endOfChain = 0xfffffffe

/** A compound file with those streams, sectors of 512 bytes. */
export function compound({ streams, inside = [], filler = 0 }: Compound): Uint8Array {
  const entries = entriesOf(streams, inside)
  const directorySectors = Math.ceil(entries.length / 4)
  const used = filler + directorySectors
  // Each sector of the table and of its list needs an entry in the table too.
  let tables = 1
  let lists = 0
  while (tables * 128 < used + tables + lists) {
    tables++
    lists = Math.max(0, Math.ceil((tables - 109) / 127))
  }
  const bytes = new Uint8Array(512 * (1 + used + tables + lists)).fill(0)
  const view = new DataView(bytes.buffer)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  view.setUint16(24, 0x3e, true)
  view.setUint16(26, 3, true)
  view.setUint16(28, 0xfffe, true)
  view.setUint16(30, 9, true)
  view.setUint16(32, 6, true)
  view.setUint32(44, tables, true)
  view.setUint32(48, filler, true)
  view.setUint32(56, 4096, true)
  view.setUint32(60, endOfChain, true)
  view.setUint32(68, lists === 0 ? endOfChain : used + tables, true)
  view.setUint32(72, lists, true)
  for (let i = 0; i < 109; i++) view.setUint32(76 + 4 * i, i < tables ? used + i : free, true)
  for (let list = 0; list < lists; list++) {
    const start = 512 * (1 + used + tables + list)
    for (let i = 0; i < 127; i++) {
      const table = 109 + 127 * list + i
      view.setUint32(start + 4 * i, table < tables ? used + table : free, true)
    }
    view.setUint32(start + 508, list === lists - 1 ? endOfChain : used + tables + list + 1, true)
  }
  for (let sector = 0; sector < tables * 128; sector++) {
    const isChained = sector >= filler && sector < used - 1
    view.setUint32(512 * (1 + used) + 4 * sector, isChained ? sector + 1 : endOfChain, true)
  }
  for (const [i, entry] of entries.entries()) bytes.set(entry, 512 * (1 + filler) + 128 * i)
  return bytes
}

/** A Word 97 document as far as its file system goes. */
export function doc(): Uint8Array {
  return compound({ streams: ['WordDocument', '1Table', '\u0005SummaryInformation'] })
}

function entriesOf(streams: readonly string[], inside: readonly string[]): Uint8Array[] {
  const storage = inside.length > 0 ? [directoryEntry('ObjectPool', 1, { child: streams.length + 2 })] : []
  const root = directoryEntry('Root Entry', 5, { child: 1 })
  const own = streams.map((name, i) => {
    const last = i === streams.length - 1 && storage.length === 0
    return directoryEntry(name, 2, { right: last ? free : i + 2 })
  })
  const others = inside.map((name, i) =>
    directoryEntry(name, 2, { right: i === inside.length - 1 ? free : streams.length + 3 + i }),
  )
  const all = [root, ...own, ...storage, ...others]
  while (all.length % 4 !== 0) all.push(directoryEntry('', 0, {}))
  return all
}

function directoryEntry(name: string, kind: number, { right = free, child = free }): Uint8Array {
  const bytes = new Uint8Array(128)
  const view = new DataView(bytes.buffer)
  for (const [i, letter] of [...name].entries()) view.setUint16(2 * i, letter.charCodeAt(0), true)
  view.setUint16(64, name === '' ? 0 : 2 * (name.length + 1), true)
  view.setUint8(66, kind)
  view.setUint8(67, 1)
  view.setUint32(68, free, true)
  view.setUint32(72, right, true)
  view.setUint32(76, child, true)
  return bytes
}

/** Both files, one behind the other. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
