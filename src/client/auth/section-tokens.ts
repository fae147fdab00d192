/** The authorizations of the sections that this tab has entered. */
export interface SectionTokens {
  /** The authorization of a section; without an id, of the current one. */
  session(sessionId?: string): string | null
  /** The authorizations of all sections entered. */
  sessions(): string[]
  /** Keeps a section's authorization and makes that section the current one. */
  enterSession(sessionId: string, token: string): void
  /** Makes a section that was entered before the current one; false when it was not entered. */
  switchSession(sessionId: string): boolean
  /** Forgets every section's authorization; the login stays. */
  leaveSessions(): void
}

/** For the login's tokens alone, which are renewed and shared together with those of its sections. */
interface KeptSections {
  readonly tokens: SectionTokens
  /** All authorizations, by their sections' ids. */
  all(): Record<string, string>
  /** The section entered last: session calls are made under its authorization. */
  current(): string | null
  /** Keeps what another tab holds. */
  adopt(sections: Readonly<Record<string, string>>, current: string | null): void
  /**
   * Replaces the authorizations of sections entered here and ignores those of other sections. Returns whether all of
   * them were replaced.
   */
  renew(renewed: Readonly<Record<string, string>>): boolean
}

const currentKey = 'kaibiao.section'
const tokenPrefix = 'kaibiao.section.'

export function createSectionTokens(storage: () => Storage): KeptSections {
  const tokenOf = (id: string) => storage().getItem(tokenPrefix + id)
  const keep = (id: string, token: string) => storage().setItem(tokenPrefix + id, token)
  const enter = (id: string) => storage().setItem(currentKey, id)
  const current = () => storage().getItem(currentKey)

  function ids(): string[] {
    const keys = Object.keys(storage()).filter((key) => key.startsWith(tokenPrefix))
    return keys.map((key) => key.slice(tokenPrefix.length))
  }

  return {
    tokens: {
      session: (sessionId = current() ?? '') => tokenOf(sessionId),
      sessions: () => ids().flatMap((id) => tokenOf(id) ?? []),
      enterSession(sessionId, token) {
        keep(sessionId, token)
        enter(sessionId)
      },
      switchSession(sessionId) {
        if (tokenOf(sessionId) === null) return false
        enter(sessionId)
        return true
      },
      leaveSessions() {
        for (const id of ids()) storage().removeItem(tokenPrefix + id)
        storage().removeItem(currentKey)
      },
    },
    all: () => Object.fromEntries(ids().map((id) => [id, tokenOf(id) ?? ''])),
    current,
    adopt(sections, last) {
      for (const [id, token] of Object.entries(sections)) keep(id, token)
      if (last !== null) enter(last)
    },
    renew(renewed) {
      const own = ids()
      for (const id of own) if (renewed[id]) keep(id, renewed[id])
      return own.every((id) => renewed[id])
    },
  }
}
