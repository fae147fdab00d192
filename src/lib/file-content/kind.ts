import { rootStreams } from './compound-file.ts'
import { isJpeg } from './jpeg.ts'
import { type ByteSource, latin1 } from './source.ts'
import { zipEnd, zipEntries } from './zip-directory.ts'

/*
 * The `file-type` package is not used: it names a format by its first bytes. Here the whole file must be what it says:
 * its end and parts are checked, macros are refused, and so is a second format in the same file.
 */

export type ContentKind = 'jpg' | 'pdf' | 'doc' | 'docx'

/** PDF readers look for the head and the end within this many bytes. */
const pdfReach = 1024

/**
 * The kind of a file by its content, whatever its name. Null for everything but a JPEG picture, a PDF and a Word
 * document of either format, and for a file that other programs would read as something else too, such as a picture
 * followed by a zip file or a document that starts with a PDF's head.
 */
export async function contentKind(source: ByteSource): Promise<ContentKind | null> {
  const head = latin1(await source.read(0, pdfReach))
  if (head.startsWith('%PDF-')) return (await isPdf(source, head)) ? 'pdf' : null
  if (head.includes('%PDF-')) return null
  if (head.startsWith('PK')) return (await isWordPackage(source)) ? 'docx' : null
  const kind = await plainKind(source, head)
  return kind !== null && (await zipEnd(source)) === null ? kind : null
}

async function plainKind(source: ByteSource, head: string): Promise<'jpg' | 'doc' | null> {
  if (head.startsWith('\xff\xd8')) return (await isJpeg(source)) ? 'jpg' : null
  if (!head.startsWith('\xd0\xcf\x11\xe0')) return null
  const streams = await rootStreams(source)
  return streams?.has('WordDocument') ? 'doc' : null
}

async function isPdf(source: ByteSource, head: string): Promise<boolean> {
  const tail = latin1(await source.read(Math.max(0, source.size - 2 * pdfReach), source.size))
  const ended = /startxref\s+\d+\s+%%EOF/.test(tail)
  return /^%PDF-[12]\.\d/.test(head) && ended && (await zipEnd(source)) === null
}

/** The greatest unpacked size of a document, in bytes. */
const largestUnpacked = 1024 * 1024 * 1024

/** Parts that a plain Word document does not have: macros, a workbook, slides. */
const foreign = /(^|\/)vbaproject\.bin$|^xl\/workbook\.|^ppt\/presentation\./i

async function isWordPackage(source: ByteSource): Promise<boolean> {
  const entries = await zipEntries(source)
  if (!entries) return false
  const names = new Set(entries.map(({ name }) => name))
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  return (
    names.size === entries.length &&
    names.has('[Content_Types].xml') &&
    entries.some(({ name }) => /^word\/document\d*\.xml$/.test(name)) &&
    entries.every(({ name, encrypted }) => !encrypted && isInside(name) && !foreign.test(name)) &&
    unpacked <= largestUnpacked
  )
}

/** Whether a part's name stays within the package. */
function isInside(name: string): boolean {
  return !name.startsWith('/') && !/[\\:\0]/.test(name) && !name.split('/').includes('..')
}
