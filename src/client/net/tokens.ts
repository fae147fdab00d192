import type { LoginAnswer, RefreshAnswer } from '#protocol/calls/access.ts'

/** What renews a login: counts once, and is asked for under one key however often the answer is lost. */
export interface Renewal {
  readonly refreshToken: string
  readonly key: string
  /** By this machine's clock, in epoch milliseconds. */
  readonly dueAt: number
}

/** Where tokens are kept: the tab's own storage, gone when the tab is closed. */
export interface Tokens {
  /** The login's token. */
  user(): string | null
  /** Keeps the tokens of a login. */
  begin(login: Pick<LoginAnswer, 'token' | 'refreshToken'>): void
  renewal(): Renewal | null
  /** Keeps what a refresh answered, unless this tab has logged out or in anew since it asked. */
  renew(asked: Renewal, answer: Pick<RefreshAnswer, 'token' | 'refreshToken' | 'authorizations'>): void
  /** The authorization of a section; without an id, of the one entered last. */
  session(sessionId?: string): string | null
  /** The authorizations of all sections entered. */
  sessions(): string[]
  /** Keeps a section's authorization and makes it the one that session calls are made under. */
  enterSession(sessionId: string, token: string): void
  /** The section entered last. */
  currentSession(): string | null
  /** Forgets every section's authorization; the login stays. */
  leaveSessions(): void
  /** Forgets all of them and tells whoever listens. */
  clear(): void
  onCleared(listener: () => void): () => void
}

export interface TokenPorts {
  /** Asked at each use, so that nothing is touched before it is needed. */
  storage(): Storage
  now(): number
  newId(): string
}

const userKey = 'kaibiao.user'
const renewalKey = 'kaibiao.renewal'
const currentKey = 'kaibiao.section'
const sessionPrefix = 'kaibiao.section.'

/** A token is renewed when so much of its time is over. */
const dueAfter = 0.75

export function createTokens({ storage, now, newId }: TokenPorts): Tokens {
  const listeners = new Set<() => void>()

  function begin({ token, refreshToken }: Pick<LoginAnswer, 'token' | 'refreshToken'>): void {
    const renewal: Renewal = { refreshToken, key: newId(), dueAt: now() + dueAfter * lifetimeOf(token) }
    storage().setItem(userKey, token)
    storage().setItem(renewalKey, JSON.stringify(renewal))
  }

  function renewal(): Renewal | null {
    return JSON.parse(storage().getItem(renewalKey) ?? 'null')
  }

  function sessionKeys(): string[] {
    return Object.keys(storage()).filter((key) => key.startsWith(sessionPrefix))
  }

  return {
    user: () => storage().getItem(userKey),
    begin,
    renewal,
    renew(asked, answer) {
      if (renewal()?.refreshToken !== asked.refreshToken) return
      begin(answer)
      for (const { bidProjGuid, oauth2 } of answer.authorizations) {
        storage().setItem(sessionPrefix + bidProjGuid, oauth2)
      }
    },
    session(sessionId = storage().getItem(currentKey) ?? '') {
      return storage().getItem(sessionPrefix + sessionId)
    },
    sessions: () => sessionKeys().flatMap((key) => storage().getItem(key) ?? []),
    enterSession(sessionId, token) {
      storage().setItem(sessionPrefix + sessionId, token)
      storage().setItem(currentKey, sessionId)
    },
    currentSession: () => storage().getItem(currentKey),
    leaveSessions() {
      const sections = Object.keys(storage()).filter((key) => key.startsWith(currentKey))
      for (const key of sections) storage().removeItem(key)
    },
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

/** How long a token counts, in milliseconds, by the difference of its own times: this machine's clock may be wrong. */
function lifetimeOf(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { iat, exp } = JSON.parse(atob(payload))
    return (Number(exp) - Number(iat)) * 1000 || 0
  } catch {
    return 0
  }
}

export const tokens = createTokens({
  storage: () => sessionStorage,
  now: Date.now,
  newId: () => crypto.randomUUID(),
})
