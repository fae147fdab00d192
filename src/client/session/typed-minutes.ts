/** Minutes as typed: null when the field is empty, NaN when it is not a whole number. */
export function typedMinutes(typed: string): number | null {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return null
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}
