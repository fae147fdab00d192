import { type ByteSource, viewOf } from './source.ts'

/*
 * Compound files ("OLE2"): a small file system in sectors, specified in Microsoft's [MS-CFB]. Word 97 to 2003 stores a
 * document in the stream "WordDocument" of the root.
 */

const headerLength = 512
const entryLength = 128
/** Sector numbers from here on mark the end of a chain or a free sector. */
const firstSpecial = 0xfffffffa
const noEntry = 0xffffffff
const inHeader = 109
/** The greatest number of directory entries; a real document has a few dozen. */
const mostEntries = 20_000

const kinds = { stream: 2, root: 5 } as const

interface Layout {
  readonly source: ByteSource
  readonly sectorSize: number
  /** The sectors that hold the sector table. */
  readonly tableSectors: readonly number[]
  readonly firstDirectory: number
}

/** The names of the streams in a compound file's root; null for another or a damaged file. */
export async function rootStreams(source: ByteSource): Promise<Set<string> | null> {
  const layout = await readLayout(source)
  const entries = layout && (await readDirectory(layout))
  const root = entries?.[0]
  if (!entries || !root || root.getUint8(66) !== kinds.root) return null
  const names = new Set<string>()
  const seen = new Set<number>()
  const waiting = [root.getUint32(76, true)]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const entry = id === noEntry || seen.has(id) ? undefined : entries[id]
    if (!entry) continue
    seen.add(id)
    if (entry.getUint8(66) === kinds.stream) names.add(nameOf(entry))
    waiting.push(entry.getUint32(68, true), entry.getUint32(72, true))
  }
  return names
}

async function readLayout(source: ByteSource): Promise<Layout | null> {
  const header = await viewOf(source, 0, headerLength)
  if (!header) return null
  const signed = header.getUint32(0) === 0xd0cf11e0 && header.getUint32(4) === 0xa1b11ae1
  const shift = header.getUint16(30, true)
  if (!signed || header.getUint16(28, true) !== 0xfffe || (shift !== 9 && shift !== 12)) return null
  const sectorSize = 1 << shift
  const tableSectors = await readTableSectors(source, header, sectorSize)
  return tableSectors && { source, sectorSize, tableSectors, firstDirectory: header.getUint32(48, true) }
}

/** Locates the sector table: listed in the header first, then in a chain of sectors of its own. */
async function readTableSectors(
  source: ByteSource,
  header: DataView,
  sectorSize: number,
): Promise<number[] | null> {
  const count = header.getUint32(44, true)
  if (count > source.size / sectorSize) return null
  const sectors: number[] = []
  for (let i = 0; i < Math.min(count, inHeader); i++) sectors.push(header.getUint32(76 + 4 * i, true))
  let next = header.getUint32(68, true)
  while (sectors.length < count && next < firstSpecial) {
    const sector = await readSector(source, next, sectorSize)
    if (!sector) return null
    for (let at = 0; at < sectorSize - 4 && sectors.length < count; at += 4) {
      sectors.push(sector.getUint32(at, true))
    }
    next = sector.getUint32(sectorSize - 4, true)
  }
  return sectors.length === count ? sectors : null
}

async function readDirectory(layout: Layout): Promise<DataView[] | null> {
  const { source, sectorSize } = layout
  const entries: DataView[] = []
  let sector = layout.firstDirectory
  while (sector < firstSpecial) {
    const view = await readSector(source, sector, sectorSize)
    // A circular chain exceeds any directory's size.
    if (!view || entries.length > mostEntries) return null
    for (let at = 0; at < sectorSize; at += entryLength) {
      entries.push(new DataView(view.buffer, view.byteOffset + at, entryLength))
    }
    const next = await sectorAfter(layout, sector)
    if (next === null) return null
    sector = next
  }
  return entries
}

async function sectorAfter({ source, sectorSize, tableSectors }: Layout, sector: number) {
  const perSector = sectorSize / 4
  const table = tableSectors[Math.floor(sector / perSector)]
  if (table === undefined) return null
  const start = (table + 1) * sectorSize + (sector % perSector) * 4
  return (await viewOf(source, start, 4))?.getUint32(0, true) ?? null
}

function readSector(source: ByteSource, sector: number, sectorSize: number): Promise<DataView | null> {
  return viewOf(source, (sector + 1) * sectorSize, sectorSize)
}

/** UTF-16; the length is in bytes and includes the terminating zero. */
function nameOf(entry: DataView): string {
  const length = Math.min(entry.getUint16(64, true), 64) / 2 - 1
  let name = ''
  for (let i = 0; i < length; i++) name += String.fromCharCode(entry.getUint16(2 * i, true))
  return name
}
