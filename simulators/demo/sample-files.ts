import { crc32, deflateSync } from 'node:zlib'
import pdfMake from 'pdfmake'
import { reportFonts } from '#server/reports/report-fonts.ts'

export interface DemoFile {
  readonly name: string
  readonly bytes: Uint8Array
}

// The PDF writer may read its fonts and nothing else.
pdfMake.setFonts(reportFonts)
pdfMake.setUrlAccessPolicy(() => false)
pdfMake.setLocalAccessPolicy((path) => Object.values(reportFonts.NotoSansSC).includes(path))

/** One page of Chinese text as PDF: a heading and lines below it. */
export async function pdfFile(name: string, heading: string, lines: readonly string[]): Promise<DemoFile> {
  const document = pdfMake.createPdf({
    pageSize: 'A4',
    pageMargins: [64, 72, 64, 72],
    defaultStyle: { font: 'NotoSansSC', fontSize: 11, lineHeight: 1.5 },
    content: [
      { text: heading, fontSize: 18, bold: true, alignment: 'center', margin: [0, 0, 0, 24] },
      ...lines.map((text) => ({ text, margin: [0, 0, 0, 6] as [number, number, number, number] })),
    ],
  })
  return { name, bytes: await document.getBuffer() }
}

/** A site plan in outline as PNG, 8-bit grey. */
export function planFile(name: string): DemoFile {
  const [width, height] = [640, 420]
  const rows = Array.from({ length: height }, (_, y) => {
    const row = new Uint8Array(width + 1).fill(0xff)
    row[0] = 0
    for (let x = 0; x < width; x++) row[x + 1] = shadeAt(x, y)
    return row
  })
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, width)
  header.setUint32(4, height)
  header.setUint8(8, 8)
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  const parts = [
    signature,
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', new Uint8Array()),
  ]
  return { name, bytes: Buffer.concat(parts) }
}

/** Buildings as `[left, top, right, bottom]`, in pixels; between them a street. */
const buildings = [
  [60, 50, 260, 150],
  [300, 50, 580, 110],
  [60, 270, 200, 370],
  [240, 290, 420, 370],
  [460, 250, 580, 370],
] as const

function shadeAt(x: number, y: number): number {
  for (const [left, top, right, bottom] of buildings) {
    if (x < left || x > right || y < top || y > bottom) continue
    const isEdge = x - left < 2 || right - x < 2 || y - top < 2 || bottom - y < 2
    return isEdge ? 0x20 : (x + y) % 12 === 0 ? 0xb0 : 0xec
  }
  if (y >= 190 && y <= 230) return y === 210 && x % 40 < 24 ? 0xff : 0xd8
  return x % 40 === 0 || y % 40 === 0 ? 0xf2 : 0xff
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
