/*
 * Incremental updates (ISO 32000-1, 7.5.6) of PDFs that this server's own maker wrote: one classic table of objects, no
 * object streams. The bytes that were there stay untouched, so that signatures over them stay valid. Packages that do
 * this add one signature at a time, read the whole file for each, and cannot add pages or attachments.
 */

/** A PDF and where its objects stand. */
export interface PlainPdf {
  readonly bytes: Buffer
  /** One more than the highest object number. */
  readonly size: number
  readonly root: number
  /** The trailer's entries that every update repeats. */
  readonly info: string
  readonly id: string
  readonly startxref: number
  /** By object number; 0 for free ones. */
  readonly offsets: readonly number[]
}

/** An update in the making. */
export interface PdfUpdate {
  /** A new object; its number. */
  add(body: string | Buffer): number
  /** A number for an object that is written later by `replace`. */
  reserve(): number
  replace(number: number, body: string | Buffer): void
  /** The document with the update. */
  finish(): Buffer
}

const tailLength = 2048

/** Throws on a PDF of another form. */
export function readPlainPdf(given: Uint8Array): PlainPdf {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const tail = bytes.subarray(Math.max(0, bytes.length - tailLength)).toString('latin1')
  const startxref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1])
  const table = bytes.subarray(startxref).toString('latin1')
  const head = /^xref\n0 (\d+)\n/.exec(table)
  const trailer = /trailer\s*<<([\s\S]*?)>>\s*startxref/.exec(table)?.[1] ?? ''
  const root = Number(/\/Root (\d+) 0 R/.exec(trailer)?.[1])
  if (!head || !Number.isInteger(root)) throw new Error('not a PDF of the form that can be updated')
  const size = Number(head[1])
  const offsets = Array.from({ length: size }, (_, n) => {
    const line = table.slice(head[0].length + 20 * n, head[0].length + 20 * (n + 1))
    return line[17] === 'n' ? Number(line.slice(0, 10)) : 0
  })
  const info = /\/Info \d+ 0 R/.exec(trailer)?.[0] ?? ''
  const id = /\/ID \[.*?\]/s.exec(trailer)?.[0] ?? ''
  return { bytes, size, root, info, id, startxref, offsets }
}

/** An object's body, without `obj` and `endobj`. */
export function bodyOf({ bytes, offsets, startxref }: PlainPdf, number: number): Buffer {
  const from = offsets[number] ?? 0
  const next = offsets.filter((offset) => offset > from)
  const until = Math.min(startxref, ...next)
  const whole = bytes.subarray(from, until)
  const start = whole.indexOf('obj') + 3
  return whole.subarray(start, whole.lastIndexOf('endobj'))
}

/** The number of the object that a dictionary's entry refers to. */
export function referenceIn(body: Buffer | string, key: string): number {
  const found = new RegExp(`/${key} (\\d+) 0 R`).exec(body.toString('latin1' as BufferEncoding))
  if (!found) throw new Error(`a PDF object without /${key}`)
  return Number(found[1])
}

/** A dictionary with more entries. */
export function withEntries(body: Buffer, entries: string): string {
  const text = body.toString('latin1')
  const end = text.lastIndexOf('>>')
  return `${text.slice(0, end)}${entries}\n>>\n`
}

export function updateOf(pdf: PlainPdf): PdfUpdate {
  const written = new Map<number, string | Buffer>()
  let size = pdf.size
  const reserve = () => {
    size += 1
    return size - 1
  }
  return {
    reserve,
    add(body) {
      const number = reserve()
      written.set(number, body)
      return number
    },
    replace: (number, body) => void written.set(number, body),
    finish: () => assembled(pdf, written, size),
  }
}

function assembled(
  { bytes, root, info, id, startxref }: PlainPdf,
  written: ReadonlyMap<number, string | Buffer>,
  size: number,
): Buffer {
  const parts: Buffer[] = [bytes, Buffer.from('\n')]
  let length = bytes.length + 1
  const push = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  const entries: string[] = []
  for (const [number, body] of [...written].sort(([a], [b]) => a - b)) {
    entries.push(`${number} 1\n${String(length).padStart(10, '0')} 00000 n \n`)
    push(Buffer.from(`${number} 0 obj\n`))
    push(typeof body === 'string' ? Buffer.from(body, 'latin1') : body)
    push(Buffer.from('\nendobj\n'))
  }
  const trailer = `/Size ${size} /Root ${root} 0 R ${info} ${id} /Prev ${startxref}`
  const table = `xref\n${entries.join('')}trailer\n<< ${trailer} >>\nstartxref\n${length}\n%%EOF\n`
  parts.push(Buffer.from(table, 'latin1'))
  return Buffer.concat(parts)
}

/**
 * Adds the pages of another PDF behind those of this one. Its objects get new numbers; its page tree becomes a branch of
 * this one's.
 */
export function appendPages(pdf: PlainPdf, update: PdfUpdate, other: PlainPdf): void {
  const skipped = new Set([other.root, Number(/\d+/.exec(other.info)?.[0] ?? 0)])
  const numbers = new Map<number, number>()
  for (const [number, offset] of other.offsets.entries()) {
    if (offset > 0 && !skipped.has(number)) numbers.set(number, update.reserve())
  }
  const tree = referenceIn(bodyOf(pdf, pdf.root), 'Pages')
  const branch = referenceIn(bodyOf(other, other.root), 'Pages')
  for (const [number, renamed] of numbers) {
    const body = renumbered(bodyOf(other, number), numbers)
    update.replace(renamed, number === branch ? withEntries(body, `/Parent ${tree} 0 R`) : body)
  }
  const own = bodyOf(pdf, tree).toString('latin1')
  const count = (text: string) => Number(/\/Count (\d+)/.exec(text)?.[1] ?? 0)
  const total = count(own) + count(bodyOf(other, branch).toString('latin1'))
  const grown = own
    .replace(/\/Kids \[([^\]]*)\]/, (_, kids: string) => `/Kids [${kids} ${numbers.get(branch)} 0 R]`)
    .replace(/\/Count \d+/, `/Count ${total}`)
  update.replace(tree, grown)
}

/** The references of an object's dictionary; a stream's content has none. */
function renumbered(body: Buffer, numbers: ReadonlyMap<number, number>): Buffer {
  const stream = body.indexOf('stream\n')
  const end = stream < 0 ? body.length : stream
  const dictionary = body
    .subarray(0, end)
    .toString('latin1')
    .replace(/\b(\d+) 0 R\b/g, (_, number: string) => `${numbers.get(Number(number)) ?? number} 0 R`)
  return Buffer.concat([Buffer.from(dictionary, 'latin1'), body.subarray(end)])
}

/** A text as a PDF string that holds any letter. */
export function pdfText(text: string): string {
  const units = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  return `<${units.toString('hex')}>`
}

/** `D:20260302030000Z` */
export function pdfTime(epoch: number): string {
  return `(D:${new Date(epoch).toISOString().replace(/\D/g, '').slice(0, 14)}Z)`
}
