interface ReceiptFact {
  readonly label: string
  readonly value: string
}

/**
 * A receipt as a text file: title, a line for each fact, and what it proves. Begins with a byte order mark and has the line
 * ends of Windows, so that every editor shows it rightly.
 */
export function receiptText(
  title: string,
  facts: readonly ReceiptFact[],
  notes: readonly string[],
  colon: string,
): string {
  const lines = [title, '', ...facts.map(({ label, value }) => `${label}${colon}${value}`), '', ...notes]
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** Without what file systems do not take in a name. */
export function receiptFileName(...parts: readonly string[]): string {
  return `${parts.join('-').replace(/[\\/:*?"<>|\s]+/g, '_')}.txt`
}
