import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const tool = ['/usr/bin/pdfsig', '/usr/local/bin/pdfsig', '/opt/homebrew/bin/pdfsig'].find(existsSync)

export interface PdfSignatures {
  readonly total: number
  /** How many hold. */
  readonly valid: number
  /** Whether one of them covers the whole file. */
  readonly coversAll: boolean
}

/** What pdfsig says of a PDF's signatures; null where it is not installed. */
export async function pdfSignatures(pdf: Uint8Array): Promise<PdfSignatures | null> {
  if (!tool) return null
  const folder = await mkdtemp(join(tmpdir(), 'kaibiao-sealed-'))
  try {
    const path = join(folder, 'sealed.pdf')
    await writeFile(path, pdf)
    const { stdout } = await promisify(execFile)(tool, ['-nocert', path])
    const count = (words: RegExp) => stdout.match(words)?.length ?? 0
    return {
      total: count(/^Signature #/gm),
      valid: count(/Signature is Valid/g),
      coversAll: count(/Total document signed/g) === 1,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
