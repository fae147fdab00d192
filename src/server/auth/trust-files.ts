import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pemBlocks, pemOf } from '#seal/certificate.ts'

/** A file; its mark changes with its size or time, and then it has to be read again. */
interface SeenFile {
  readonly path: string
  readonly mark: string
}

/** The file at a path, or all files of a folder sorted by name; none where the path does not exist. */
export async function filesUnder(path: string): Promise<SeenFile[]> {
  const found = await stat(path).catch(() => null)
  if (!found) return []
  if (!found.isDirectory()) return [{ path, mark: `${path} ${found.mtimeMs} ${found.size}` }]
  const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort()
  const files = await Promise.all(names.map((name) => filesUnder(join(path, name))))
  return files.flat()
}

/** The certificates in a file, as PEM texts: one or many in PEM, or one in DER. */
export async function readCertificates({ path }: SeenFile): Promise<string[]> {
  return (await readBlocks(path, 'CERTIFICATE')).map(pemOf)
}

/** The revocation lists in a file, in DER: one or many in PEM, or one in DER. */
export function readLists({ path }: SeenFile): Promise<Uint8Array[]> {
  return readBlocks(path, 'X509 CRL')
}

async function readBlocks(path: string, kind: string): Promise<Uint8Array[]> {
  const content = await readFile(path)
  const text = content.toString('latin1')
  return text.includes('-----BEGIN ') ? pemBlocks(text, kind) : [new Uint8Array(content)]
}
