/** Minutes as typed, for the rules to judge: null where nothing was typed, NaN where it is no whole number. */
export function typedMinutes(typed: string): number | null {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return null
  return /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
}
