import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { signDetached } from '#seal/cms.ts'
import type { DocumentSigner } from './hall-certificate.ts'
import {
  appendPages,
  bodyOf,
  type PdfUpdate,
  type PlainPdf,
  pdfText,
  pdfTime,
  readPlainPdf,
  referenceIn,
  updateOf,
  withEntries,
} from './pdf-update.ts'

/** A signature over exactly the bytes of the document that is sealed. */
export interface EmbeddedSignature {
  /** The signer's name. */
  readonly name: string
  /** DER in base64 (`signDetached`). */
  readonly cms: string
  /** Epoch ms. */
  readonly at: number
}

export interface Attachment {
  readonly name: string
  readonly text: string
}

export interface Seal {
  readonly signatures: readonly EmbeddedSignature[]
  readonly attachments: readonly Attachment[]
  /** A PDF whose pages are added at the end. */
  readonly sheet: Uint8Array
  /** The hall's certificate, and its name in the signature. */
  readonly signer: DocumentSigner
  readonly name: string
  readonly reason: string
  readonly at: number
}

/** Room for the hall's signature, bytes of DER. */
const signatureRoom = 8192

/** Of equal length for all values, so that the digits can be put in place later. */
const openRange = `[0 ${'0'.repeat(10)} ${'0'.repeat(10)} ${'0'.repeat(10)}]`

/**
 * A document with the signatures of its signers as PDF signatures over the document as it was, attachments, further pages
 * and the hall's PDF signature over all of it (REC-3).
 */
export async function sealPdf(document: Uint8Array, seal: Seal): Promise<Uint8Array> {
  const pdf = readPlainPdf(document)
  const update = updateOf(pdf)
  const page = firstPage(pdf)
  appendPages(pdf, update, readPlainPdf(seal.sheet))
  const signed = `[0 ${pdf.bytes.length} ${pdf.bytes.length} 0]`
  const fields = seal.signatures.map(({ name, cms, at }, i) => {
    const contents = Buffer.from(cms, 'base64').toString('hex')
    return addField(update, page, { title: `signer-${i + 1}`, range: signed, contents, name, at, reason: '' })
  })
  const { name, at, reason } = seal
  const contents = '0'.repeat(2 * signatureRoom)
  fields.push(addField(update, page, { title: 'hall', range: openRange, contents, name, at, reason }))
  const annotations = fields.map((number) => `${number} 0 R`).join(' ')
  update.replace(page, withEntries(bodyOf(pdf, page), `/Annots [${annotations}]`))
  attach(pdf, update, seal.attachments, at)
  const form = `/AcroForm << /Fields [${annotations}] /SigFlags 3 >>`
  update.replace(pdf.root, withEntries(bodyOf(pdf, pdf.root), form))
  return signWhole(update.finish(), seal.signer)
}

/** The number of the first page's object. */
function firstPage(pdf: PlainPdf): number {
  const tree = bodyOf(pdf, referenceIn(bodyOf(pdf, pdf.root), 'Pages')).toString('latin1')
  return Number(/\/Kids \[\s*(\d+) 0 R/.exec(tree)?.[1])
}

interface SignatureField {
  readonly title: string
  readonly range: string
  readonly contents: string
  readonly name: string
  readonly at: number
  readonly reason: string
}

/** A field without a place on the page; the sheet lists the signers. */
function addField(update: PdfUpdate, page: number, field: SignatureField): number {
  const { title, range, contents, name, at, reason } = field
  const value = update.add(
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange ${range} /Contents <${contents}>` +
      ` /M ${pdfTime(at)} /Name ${pdfText(name)}${reason && ` /Reason ${pdfText(reason)}`} >>`,
  )
  return update.add(
    `<< /Type /Annot /Subtype /Widget /FT /Sig /Rect [0 0 0 0] /F 132 /T (${title}) /V ${value} 0 R /P ${page} 0 R >>`,
  )
}

/** The attachments in the order of their names, as name trees want it. */
function attach(pdf: PlainPdf, update: PdfUpdate, attachments: readonly Attachment[], at: number): void {
  const entries = attachments
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, text }) => {
      const bytes = Buffer.from(text, 'utf8')
      const content = deflateSync(bytes)
      const parameters = `/Params << /Size ${bytes.length} /ModDate ${pdfTime(at)} >>`
      const head = `<< /Type /EmbeddedFile /Subtype /application#2Fjson /Filter /FlateDecode /Length ${content.length} ${parameters} >>`
      const stream = update.add(
        Buffer.concat([Buffer.from(`${head}\nstream\n`), content, Buffer.from('\nendstream')]),
      )
      const file = `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${stream} 0 R >> >>`
      return `(${name}) ${update.add(file)} 0 R`
    })
  const names = referenceIn(bodyOf(pdf, pdf.root), 'Names')
  const tree = `/EmbeddedFiles << /Names [${entries.join(' ')}] >>`
  update.replace(names, withEntries(bodyOf(pdf, names), tree))
}

/** Puts the signature over everything else into the place kept for it. */
async function signWhole(bytes: Buffer, signer: DocumentSigner): Promise<Uint8Array> {
  const range = bytes.lastIndexOf(openRange)
  const start = bytes.indexOf('<', range)
  const end = start + 2 * signatureRoom + 2
  const digits = [start, end, bytes.length - end].map((number) => String(number).padStart(10, '0'))
  bytes.write(`[0 ${digits.join(' ')}]`, range, 'latin1')
  const digest = createHash('sha256')
    .update(bytes.subarray(0, start))
    .update(bytes.subarray(end))
    .digest('hex')
  const cms = await signDetached(signer, digest)
  if (!cms) throw new Error('the hall’s key cannot sign a PDF')
  const hex = Buffer.from(cms, 'base64').toString('hex')
  if (hex.length > 2 * signatureRoom) throw new Error('the hall’s signature is too long for its place')
  bytes.write(hex, start + 1, 'latin1')
  return bytes
}
