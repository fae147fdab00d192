import type { HeldTokens } from './held-tokens.ts'
import { createTabQuestions, openTabMessages, type TabChannel, type TabMessage } from './tab-messages.ts'
import { createTabPresence } from './tab-presence.ts'
import { type Tokens, tokens } from './tokens.ts'

/*
 * The tabs of one browser share a login, although each tab has its own storage.
 * 1. A tab that never had a login takes over the login of the tab used last. A tab that logs in as another user keeps
 *    that login; a tab whose login has ended waits for its user to log in.
 * 2. One tab at a time renews a login, for the other tabs too: a refresh token can be used only once.
 * 3. Nothing is left when the last tab is closed: tokens pass from tab to tab and are not kept in shared storage.
 */

/** What another tab did: it ended this tab's login (`ended`), or logins that may include it (`look`). */
export type News = 'ended' | 'look'

export interface Tabs {
  /** Shows the other tabs which login this tab has now. Call it when that changes. */
  showLogin(): void
  /** Takes over another tab's login if this tab never had one. */
  adopt(): Promise<void>
  /** Whether another tab has the same login. */
  isShared(): Promise<boolean>
  /** Runs the work while no other tab of the same login runs any. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Takes over newer tokens of other tabs; returns the authorizations of their sections. */
  adoptNewer(): Promise<string[]>
  /** For a login that the server did not renew: takes over another tab's tokens; true when there were any. */
  adoptOther(): Promise<boolean>
  /** Sends the renewed tokens to the other tabs, including those of their sections. */
  tellRenewed(sections: Readonly<Record<string, string>>): void
  tellEnded(login: string): void
  tellLoginsEnded(): void
  listen(listener: (news: News) => void): void
}

export interface TabsPorts {
  readonly tokens: Tokens
  readonly channel: TabChannel | null
  /** Missing in old browsers: there each tab has its own login. */
  readonly locks: Pick<LockManager, 'request' | 'query'> | undefined
  newId(): string
  /** When this tab was last visible, in epoch milliseconds. */
  lookedAt(): number
}

/** How long answers of other tabs are waited for, in milliseconds; background tabs may be slow. */
const timeoutMs = 500
/** The same where the user has to log in if there is no answer. */
const longTimeoutMs = 2000

export function createTabs({ tokens, channel, locks, newId, lookedAt }: TabsPorts): Tabs {
  const listeners = new Set<(news: News) => void>()
  const presence = createTabPresence(channel ? locks : undefined)
  const post = openTabMessages(channel, hear)
  const questions = createTabQuestions(post, newId)

  function hear(message: TabMessage): void {
    if (message.kind === 'ask') answer(message.id, message.login)
    else if (message.kind === 'answer') questions.take(message)
    else if (message.kind === 'renewed') tokens.adoptNewer(message.held)
    else if (message.kind === 'look' || message.login === tokens.login()) {
      for (const listener of listeners) listener(message.kind)
    }
  }

  function answer(id: string, login: string | null): void {
    const held = tokens.held()
    if (!held || (login !== null && login !== held.login)) return
    post({ kind: 'answer', id, held: { ...held }, lookedAt: lookedAt() })
  }

  async function askOthers(login: string | null, milliseconds: number) {
    return questions.ask(login, await presence.countOthers(login), milliseconds)
  }

  async function heldByOthers(milliseconds: number): Promise<HeldTokens[]> {
    const login = tokens.login()
    return login === null ? [] : (await askOthers(login, milliseconds)).map(({ held }) => held)
  }

  return {
    showLogin: () => presence.show(tokens.login()),
    async adopt() {
      if (tokens.user() !== null || tokens.hasEndedLogin()) return
      const answers = await askOthers(null, longTimeoutMs)
      const [latest] = answers.sort((one, other) => other.lookedAt - one.lookedAt)
      if (!latest || tokens.user() !== null) return
      const same = answers.map(({ held }) => held).filter((held) => held.login === latest.held.login)
      const sections = Object.assign({}, ...same.map((held) => held.sections), latest.held.sections)
      tokens.adopt({ ...latest.held, sections })
      for (const held of same) tokens.adoptNewer(held)
      presence.show(tokens.login())
    },
    async isShared() {
      const login = tokens.login()
      return login !== null && (await presence.countOthers(login)) > 0
    },
    async inTurn(work) {
      const login = tokens.login()
      return locks && login !== null ? locks.request(`kaibiao.renewing:${login}`, work) : work()
    },
    async adoptNewer() {
      const others = await heldByOthers(timeoutMs)
      for (const held of others) tokens.adoptNewer(held)
      return others.flatMap(({ sections }) => Object.values(sections))
    },
    async adoptOther() {
      const others = await heldByOthers(longTimeoutMs)
      return others.map((held) => tokens.adoptNewer(held, true)).includes(true)
    },
    tellRenewed(sections) {
      const held = tokens.held()
      if (held) post({ kind: 'renewed', held: { ...held, sections: { ...held.sections, ...sections } } })
    },
    tellEnded: (login) => post({ kind: 'ended', login }),
    tellLoginsEnded: () => post({ kind: 'look' }),
    listen: (listener) => void listeners.add(listener),
  }
}

let lookedAtLast = Date.now()
if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    lookedAtLast = Date.now()
  })
}

export const tabs = createTabs({
  tokens,
  channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('kaibiao.logins'),
  locks: globalThis.navigator?.locks,
  newId: () => crypto.randomUUID(),
  lookedAt: () => lookedAtLast,
})
