import type { LoginAnswer, RefreshAnswer } from '#protocol/calls/access.ts'
import { type HeldTokens, numberIn, objectIn, type Renewal, renewalIn, textIn } from './held-tokens.ts'
import { createSectionTokens, type SectionTokens } from './section-tokens.ts'

/** The tokens, kept in the tab's own storage until the tab is closed. */
export interface Tokens extends SectionTokens {
  /** The login's token. */
  user(): string | null
  /** The id of the login; null where there is none. */
  login(): string | null
  /** Keeps the tokens of a login. */
  begin(login: Pick<LoginAnswer, 'token' | 'refreshToken'>): void
  renewal(): Renewal | null
  /** Whether the login's token has not expired yet; its lifetime comes from its own claims. */
  isGood(): boolean
  /** Keeps the answer to a refresh, unless this tab has logged out or in again since the request. */
  renew(asked: Renewal, answer: Pick<RefreshAnswer, 'token' | 'refreshToken' | 'authorizations'>): void
  held(): HeldTokens | null
  /** Takes over another tab's login, in a tab that has none. */
  adopt(held: HeldTokens): void
  /**
   * Takes over another tab's tokens of the same login if they are newer; true when they were. `instead`: this tab's
   * tokens were refused, so that tokens of the same age are taken, too.
   */
  adoptNewer(held: HeldTokens, instead?: boolean): boolean
  /** Whether a login of this tab has ended: such a tab takes over no other tab's login. */
  hasEndedLogin(): boolean
  /** Removes everything the tab keeps of its user, drafts included, without calling the listeners. */
  forget(): void
  /** The same, and calls the listeners. */
  clear(): void
  onCleared(listener: () => void): () => void
}

export interface TokenPorts {
  /** Called at each use, so that storage is not touched before it is needed. */
  storage(): Storage
  now(): number
  newId(): string
}

const userKey = 'kaibiao.user'
const renewalKey = 'kaibiao.renewal'
const endedKey = 'apart-of-kaibiao'

/** The share of its lifetime after which a token is renewed. */
const dueAfter = 0.75

export function createTokens({ storage, now, newId }: TokenPorts): Tokens {
  const listeners = new Set<() => void>()
  const sections = createSectionTokens(storage)

  function keep(token: string, renewal: Renewal): void {
    storage().setItem(userKey, token)
    storage().setItem(renewalKey, JSON.stringify(renewal))
  }

  function start({ token, refreshToken }: Parameters<Tokens['begin']>[0], renewals: number): void {
    const { iat, exp } = claimsOf(token)
    // The lifetime is the difference of the token's own times: the local clock may be wrong.
    keep(token, { refreshToken, key: newId(), dueAt: now() + dueAfter * (exp - iat) * 1000, renewals })
  }

  function user(): string | null {
    return storage().getItem(userKey)
  }

  function renewal(): Renewal | null {
    return renewalIn(JSON.parse(storage().getItem(renewalKey) ?? 'null'))
  }

  function forget(): void {
    for (const key of Object.keys(storage())) if (key.startsWith('kaibiao.')) storage().removeItem(key)
  }

  return {
    ...sections.tokens,
    user,
    login: () => claimsOf(user()).login,
    begin: (answer) => start(answer, 0),
    renewal,
    isGood() {
      const { iat, exp } = claimsOf(user())
      return now() < (renewal()?.dueAt ?? 0) + (1 - dueAfter) * (exp - iat) * 1000
    },
    renew(asked, { authorizations, ...answer }) {
      if (renewal()?.refreshToken !== asked.refreshToken) return
      start(answer, asked.renewals + 1)
      sections.renew(sectionsIn(authorizations))
    },
    held() {
      const [token, own] = [user(), renewal()]
      const { login } = claimsOf(token)
      if (token === null || own === null || login === null) return null
      return { login, token, renewal: own, sections: sections.all(), section: sections.current() }
    },
    adopt(held) {
      keep(held.token, held.renewal)
      sections.adopt(held.sections, held.section)
    },
    adoptNewer(held, instead = false) {
      const own = renewal()
      const newer = own === null ? Number.NaN : howMuchNewer(held, user(), own)
      const isOther = held.renewal.refreshToken !== own?.refreshToken
      if (!(newer > 0 || (newer === 0 && instead && isOther))) return false
      // Sections that the other tab did not know are renewed with this tab's next call.
      const complete = sections.renew(held.sections)
      keep(held.token, complete ? held.renewal : { ...held.renewal, dueAt: 0 })
      return true
    },
    hasEndedLogin: () => storage().getItem(endedKey) !== null,
    forget,
    clear() {
      forget()
      storage().setItem(endedKey, '1')
      for (const listener of listeners) listener()
    },
    onCleared(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Positive if held tokens are newer than the own ones, 0 if they are as old, NaN if they are of another login. */
function howMuchNewer(held: HeldTokens, token: string | null, own: Renewal): number {
  const [theirs, ours] = [claimsOf(held.token), claimsOf(token)]
  if (ours.login === null || ours.login !== held.login) return Number.NaN
  // A login may be renewed twice within the second that its tokens name.
  return theirs.iat - ours.iat || held.renewal.renewals - own.renewals
}

export function sectionsIn(authorizations: RefreshAnswer['authorizations']): Record<string, string> {
  return Object.fromEntries(authorizations.map(({ bidProjGuid, oauth2 }) => [bidProjGuid, oauth2]))
}

/** The claims of one of our tokens, without checking its signature; empty for anything else. Times are seconds. */
function claimsOf(token: string | null): { login: string | null; iat: number; exp: number } {
  try {
    const payload = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { login, iat, exp } = objectIn(JSON.parse(atob(payload)))
    return { login: textIn(login), iat: numberIn(iat) ?? 0, exp: numberIn(exp) ?? 0 }
  } catch {
    return { login: null, iat: 0, exp: 0 }
  }
}

export const tokens = createTokens({
  storage: () => sessionStorage,
  now: Date.now,
  newId: () => crypto.randomUUID(),
})
