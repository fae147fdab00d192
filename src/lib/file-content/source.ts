/** A file that is read in parts. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number
  /** The bytes from `start` up to, not including, `end`; fewer if the file is shorter. */
  read(start: number, end: number): Promise<Uint8Array>
}

/** Bytes in memory as a source. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (start, end) => bytes.subarray(Math.max(0, start), Math.max(0, end)),
  }
}

/** A view of `length` bytes of `source` from `start`; null where there are fewer. */
export async function viewOf(source: ByteSource, start: number, length: number): Promise<DataView | null> {
  if (start < 0 || start + length > source.size) return null
  const bytes = await source.read(start, start + length)
  return bytes.length === length ? new DataView(bytes.buffer, bytes.byteOffset, length) : null
}

/** Bytes as text with one character a byte, for finding markers. */
export function latin1(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}
