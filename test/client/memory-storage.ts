/** The storage of one tab, for tests. */
export function memoryStorage(): Storage {
  const kept: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
  }
  return new Proxy(kept, {
    get: (_, key) => methods[key as keyof typeof methods],
  }) as unknown as Storage
}
