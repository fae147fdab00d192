import { type ByteSource, viewOf } from './source.ts'

/** The greatest number of segments before the picture; no camera writes as many. */
const mostSegments = 2000

const startOfScan = 0xda
/** Among C0 to CF, which are frame headers: the Huffman and arithmetic tables and the reserved marker. */
const noFrames: readonly number[] = [0xc4, 0xc8, 0xcc]
/** Markers without a length. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Whether a file is a JPEG picture: a chain of segments with a frame header, up to the picture data. */
export async function isJpeg(source: ByteSource): Promise<boolean> {
  const start = await viewOf(source, 0, 2)
  if (start?.getUint16(0) !== 0xffd8) return false
  let framed = false
  let at = 2
  for (let count = 0; count < mostSegments; count++) {
    const segment = await viewOf(source, at, 4)
    if (segment?.getUint8(0) !== 0xff) return false
    const marker = segment.getUint8(1)
    if (marker === startOfScan) return framed
    if (marker === 0xff) at += 1
    else if (isBare(marker)) at += 2
    else {
      if (marker < 0xc0 || marker === 0xd9) return false
      framed ||= marker <= 0xcf && !noFrames.includes(marker)
      const length = segment.getUint16(2)
      if (length < 2) return false
      at += 2 + length
    }
  }
  return false
}
