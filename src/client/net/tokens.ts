/** Where tokens are kept: the tab's own storage, gone when the tab is closed. */
export interface Tokens {
  /** The login's token. */
  user(): string | null
  setUser(token: string): void
  /** The authorization of a section; without an id, of the one entered last. */
  session(sessionId?: string): string | null
  /** Keeps a section's authorization and makes it the one that session calls are made under. */
  enterSession(sessionId: string, token: string): void
  /** The section entered last. */
  currentSession(): string | null
  /** Forgets all of them and tells whoever listens. */
  clear(): void
  onCleared(listener: () => void): () => void
}

const userKey = 'kaibiao.user'
const currentKey = 'kaibiao.section'
const sessionKey = (sessionId: string) => `kaibiao.section.${sessionId}`

/** Tokens over a storage; `storage()` is asked at each use, so that nothing is touched before it is needed. */
export function createTokens(storage: () => Storage): Tokens {
  const listeners = new Set<() => void>()
  return {
    user: () => storage().getItem(userKey),
    setUser: (token) => storage().setItem(userKey, token),
    session(sessionId = storage().getItem(currentKey) ?? '') {
      return storage().getItem(sessionKey(sessionId))
    },
    enterSession(sessionId, token) {
      storage().setItem(sessionKey(sessionId), token)
      storage().setItem(currentKey, sessionId)
    },
    currentSession: () => storage().getItem(currentKey),
    clear() {
      const own = Object.keys(storage()).filter((key) => key.startsWith('kaibiao.'))
      for (const key of own) storage().removeItem(key)
      for (const listener of listeners) listener()
    },
    onCleared(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const tokens = createTokens(() => sessionStorage)
