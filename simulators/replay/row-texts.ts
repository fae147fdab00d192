import { withoutSpace } from './pdf-text.ts'

/**
 * What stands in the rows of each name, by the name without white space: the text from the name to the next name, of all
 * places where it stands together, because a wide table is printed in parts. `text` has no white space either.
 */
export function rowTexts(text: string, names: readonly string[]): ReadonlyMap<string, string> {
  // The longest first: a name may be the beginning of another.
  const all = [...new Set(names.map(withoutSpace))].sort((a, b) => b.length - a.length)
  const rows = new Map<string, string>()
  let current = ''
  for (let at = 0; at < text.length; ) {
    const name = all.find((one) => text.startsWith(one, at))
    if (name === undefined) {
      if (current !== '') rows.set(current, rows.get(current) + (text[at] ?? ''))
      at += 1
      continue
    }
    current = name
    // What is wanted may be the name itself, such as a certificate's holder.
    rows.set(name, `${rows.get(name) ?? ''} ${name}`)
    at += name.length
  }
  return rows
}
