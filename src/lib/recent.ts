/** Longer texts are not kept, because whoever sends many would fill the memory. */
const longestKept = 8192

/** Keeps what was made for the texts asked last, at most `most` of them; `make` depends on nothing else. */
export function keepRecent<T>(most: number, make: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>()
  return (text) => {
    if (text.length > longestKept) return make(text)
    const found = kept.has(text) ? (kept.get(text) as T) : make(text)
    // The last one asked is the last one to go.
    kept.delete(text)
    kept.set(text, found)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return found
  }
}
