const longestMinutes = 1440

/** A positive whole number of minutes as typed, a day at most; null on anything else. */
export function wholeMinutes(typed: string): number | null {
  const text = typed.normalize('NFKC').trim()
  const minutes = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return minutes > 0 && minutes <= longestMinutes ? minutes : null
}
