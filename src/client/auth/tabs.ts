import { createTabQuestions, openTabMessages, type TabChannel, type TabMessage } from './tab-messages.ts'
import { createTabPresence } from './tab-presence.ts'
import { type Held, type Tokens, tokens } from './tokens.ts'

/*
 * The tabs of one browser share a login, though each has storage of its own.
 * 1. A tab that never had a login takes up the one of the tab looked at last. A tab that logs in as somebody else
 *    keeps its own; one whose login has ended waits for its owner.
 * 2. Of the tabs of one login one at a time renews it, for the others too: a refresh token counts once.
 * 3. Nothing outlives the tabs: tokens pass from page to page and are kept in no common place.
 */

/** What another tab did: ended this tab's login, or logins of which this one's may be one. */
export type News = 'ended' | 'look'

export interface Tabs {
  /** Says which login this tab has now; to be called when that changes. */
  attend(): void
  /** Goes on with another tab's login where this tab never had one. */
  takeUp(): Promise<void>
  /** Whether another tab has the same login. */
  isShared(): Promise<boolean>
  /** Does the work while no other tab of the same login does any. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Takes over what other tabs have renewed; yields the authorizations of their sections. */
  catchUp(): Promise<string[]>
  /** Of a login that the server did not renew: takes over what another tab has instead; true when there is something. */
  rescue(): Promise<boolean>
  /** Hands on what was renewed, for other tabs' sections too. */
  tellRenewed(sections: Readonly<Record<string, string>>): void
  tellEnded(login: string): void
  tellLook(): void
  listen(listener: (news: News) => void): void
}

export interface TabsPorts {
  readonly tokens: Tokens
  readonly channel: TabChannel | null
  /** Missing in old browsers: there every tab is on its own. */
  readonly locks: Pick<LockManager, 'request' | 'query'> | undefined
  newId(): string
  /** When this tab was looked at last, in epoch milliseconds. */
  lookedAt(): number
}

/** Tabs in the background may be slow; how long they are waited for, in milliseconds. */
const patience = 500
/** The same where without an answer somebody has to log in. */
const longPatience = 2000

export function createTabs({ tokens, channel, locks, newId, lookedAt }: TabsPorts): Tabs {
  const listeners = new Set<(news: News) => void>()
  const presence = createTabPresence(channel ? locks : undefined)
  const post = openTabMessages(channel, hear)
  const questions = createTabQuestions(post, newId)

  function hear(message: TabMessage): void {
    if (message.kind === 'ask') answer(message.id, message.login)
    else if (message.kind === 'answer') questions.take(message)
    else if (message.kind === 'renewed') tokens.catchUp(message.held)
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

  async function heldByOthers(milliseconds: number): Promise<Held[]> {
    const login = tokens.login()
    return login === null ? [] : (await askOthers(login, milliseconds)).map(({ held }) => held)
  }

  return {
    attend: () => presence.show(tokens.login()),
    async takeUp() {
      if (tokens.user() !== null || tokens.isApart()) return
      const answers = await askOthers(null, longPatience)
      const [latest] = answers.sort((one, other) => other.lookedAt - one.lookedAt)
      if (!latest || tokens.user() !== null) return
      const same = answers.map(({ held }) => held).filter((held) => held.login === latest.held.login)
      const sections = Object.assign({}, ...same.map((held) => held.sections), latest.held.sections)
      tokens.takeUp({ ...latest.held, sections })
      for (const held of same) tokens.catchUp(held)
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
    async catchUp() {
      const others = await heldByOthers(patience)
      for (const held of others) tokens.catchUp(held)
      return others.flatMap(({ sections }) => Object.values(sections))
    },
    async rescue() {
      const others = await heldByOthers(longPatience)
      return others.map((held) => tokens.catchUp(held, true)).includes(true)
    },
    tellRenewed(sections) {
      const held = tokens.held()
      if (held) post({ kind: 'renewed', held: { ...held, sections: { ...held.sections, ...sections } } })
    },
    tellEnded: (login) => post({ kind: 'ended', login }),
    tellLook: () => post({ kind: 'look' }),
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
