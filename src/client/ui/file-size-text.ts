/** A file's size as people read it, on one line: 980 B, 12.4 kB, 3.1 MB. */
export function fileSizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes}\u00a0B`
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${value.toFixed(value < 10 ? 1 : 0)}\u00a0${unit}`
}
