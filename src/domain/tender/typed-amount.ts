/** Separators of thousands. */
const separated = /^\d{1,3}([, ']\d{3})+(\.\d*)?$/

/**
 * An amount as typed, in plain digits: full-width digits and signs count as theirs, and separators of thousands fall
 * away. What is no amount stays as it is, for the rules to refuse.
 */
export function plainAmount(typed: string): string {
  const plain = typed.normalize('NFKC').replaceAll('’', "'").trim()
  return separated.test(plain) ? plain.replace(/[, ']/g, '') : plain
}
