import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { toBase64 } from '#seal/bytes.ts'
import { signDetached, verifyDetached } from '#seal/cms.ts'
import { makePdf } from '#server/reports/pdf-maker.ts'
import { readPlainPdf } from '#server/reports/pdf-update.ts'
import { type Seal, sealPdf } from '#server/reports/seal-pdf.ts'
import { createAuthority, issueCertificate } from '#simulators/certificates/test-authority.ts'

const at = Date.parse('2026-03-02T03:00:00Z')
const pdfsig = ['/usr/bin/pdfsig', '/usr/local/bin/pdfsig', '/opt/homebrew/bin/pdfsig'].find(existsSync)
const style = { defaultStyle: { font: 'NotoSansSC' }, info: { creationDate: new Date(at) } }
const page = (text: string) => makePdf({ ...style, content: [text] })

const now = () => Date.now()
const authority = await createAuthority({ now })
const issued = (name: string, keyType: 'P-256' | 'RSA') =>
  issueCertificate(authority, { unitCode: '91440300MA5TEST99A', name, password: 'x', now, keyType })

const record = await page('开标记录表')
const digest = createHash('sha256').update(record).digest('hex')
const hall = await issued('开标大厅', 'P-256')
const bidders = [await issued('甲公司', 'P-256'), await issued('乙公司', 'RSA')]

async function sealed(): Promise<Uint8Array> {
  const signatures = await Promise.all(
    bidders.map(async ({ helper }, i) => ({
      name: `投标人${i + 1}`,
      cms: (await signDetached(helper, digest)) ?? '',
      at,
    })),
  )
  const seal: Seal = {
    ...{ signatures, sheet: await page('签名页'), signer: hall.helper, name: '开标大厅' },
    ...{ reason: '开标记录表', at, attachments: [{ name: 'signatures.json', text: '{"a":1}' }] },
  }
  return sealPdf(record, seal)
}

test('[REC-3] a sealed document begins with the bytes that were signed, and has the further pages', async () => {
  const bytes = await sealed()
  expect(Buffer.from(bytes.subarray(0, record.length)).equals(Buffer.from(record))).toBe(true)
  const document = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise
  const texts = await Promise.all(
    [1, 2].map(async (n) => {
      const { items } = await (await document.getPage(n)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join('')
    }),
  )
  expect(texts).toEqual(['开标记录表', '签名页'])
  const attached = (await document.getAttachments()) as Record<string, { content: Uint8Array }>
  const { content } = attached['signatures.json'] ?? { content: new Uint8Array() }
  expect(new TextDecoder().decode(content)).toBe('{"a":1}')
})

test('[REC-3] every signature inside holds over the bytes that it names', async () => {
  const bytes = Buffer.from(await sealed())
  const found = [...bytes.toString('latin1').matchAll(/\/ByteRange \[([\d ]+)\] \/Contents <([0-9a-f]+)>/g)]
  expect(found).toHaveLength(3)
  const holders = [...bidders, hall].map(({ certificatePem }) => certificatePem)
  for (const [i, [, range = '', hex = '']] of found.entries()) {
    const [, firstEnd = 0, from = 0, length = 0] = range.split(' ').map(Number)
    const hash = createHash('sha256').update(bytes.subarray(0, firstEnd))
    const over = hash.update(bytes.subarray(from, from + length)).digest('hex')
    const cms = Buffer.from(hex.slice(0, 2 * derLength(hex)), 'hex')
    expect(await verifyDetached(toBase64(cms), holders[i] ?? '', over)).toBe(true)
    if (i === 2) expect(from + length).toBe(bytes.length)
  }
})

test.skipIf(!pdfsig)('pdfsig of Poppler calls every signature valid', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-seal-'))
  const path = join(folder, 'sealed.pdf')
  writeFileSync(path, await sealed())
  const told = execFileSync(pdfsig ?? '', ['-nocert', path], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(told.match(/Signature is Valid/g)).toHaveLength(3)
  expect(told.match(/Total document signed/g)).toHaveLength(1)
})

test('a PDF of another form is not updated', () => {
  expect(() => readPlainPdf(new TextEncoder().encode('%PDF-1.5 ...'))).toThrow('form that can be updated')
})

/** Bytes of a DER value in hex, its head included. */
function derLength(hex: string): number {
  const bytes = Buffer.from(hex.slice(0, 8), 'hex')
  return 4 + bytes.readUInt16BE(2)
}
