import { z } from 'zod'
import { heldSchema, type Tokens, tokens } from './tokens.ts'

/*
 * The tabs of one browser share a login, though each has storage of its own.
 * 1. A tab that never had a login takes up the one of the tab looked at last. A tab that logs in as somebody else
 *    keeps its own; one whose login has ended waits for its owner.
 * 2. Of the tabs of one login one at a time renews it, for the others too: a refresh token counts once.
 * 3. Nothing outlives the tabs: tokens pass from page to page and are kept in no common place.
 */

const messageSchema = z.discriminatedUnion('kind', [
  /** Who holds this login, or any, says so. */
  z.object({ kind: z.literal('ask'), id: z.string(), login: z.string().nullable() }),
  z.object({ kind: z.literal('answer'), id: z.string(), held: heldSchema, lookedAt: z.number() }),
  z.object({ kind: z.literal('renewed'), held: heldSchema }),
  /** By its owner's choice. */
  z.object({ kind: z.literal('ended'), login: z.string() }),
  /** Logins were ended on the server, perhaps another tab's too. */
  z.object({ kind: z.literal('look') }),
])
type Message = z.infer<typeof messageSchema>
type Answer = Extract<Message, { kind: 'answer' }>
type Held = Answer['held']

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
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null
  /** Missing in old browsers: there every tab is on its own. */
  readonly locks: Pick<LockManager, 'request' | 'query'> | undefined
  newId(): string
  /** When this tab was looked at last, in epoch milliseconds. */
  lookedAt(): number
}

const presencePrefix = 'kaibiao.login:'

/** Tabs in the background may be slow; how long they are waited for, in milliseconds. */
const patience = 500
/** The same where without an answer somebody has to log in. */
const longPatience = 2000

export function createTabs({ tokens, channel, locks, newId, lookedAt }: TabsPorts): Tabs {
  const asked = new Map<string, (answer: Answer) => void>()
  const listeners = new Set<(news: News) => void>()
  let attended: { readonly login: string; readonly lock: HeldLock } | null = null

  function post(message: Message): void {
    channel?.postMessage(message)
  }

  function hear(message: Message): void {
    if (message.kind === 'ask') answer(message.id, message.login)
    else if (message.kind === 'answer') asked.get(message.id)?.(message)
    else if (message.kind === 'renewed') tokens.catchUp(message.held)
    else if (message.kind === 'look' || message.login === tokens.login()) {
      for (const listener of listeners) listener(message.kind)
    }
  }
  channel?.addEventListener('message', ({ data }) => {
    // A page of another version may still be open.
    const parsed = messageSchema.safeParse(data)
    if (parsed.success) hear(parsed.data)
  })

  function answer(id: string, login: string | null): void {
    const held = tokens.held()
    if (!held || (login !== null && login !== held.login)) return
    post({ kind: 'answer', id, held: { ...held }, lookedAt: lookedAt() })
  }

  /** How many other tabs have this login; any login where it is null. */
  async function countOthers(login: string | null): Promise<number> {
    if (!locks || !channel) return 0
    await attended?.lock.granted
    const { held = [] } = await locks.query()
    const isMeant = (name = '') =>
      login === null ? name.startsWith(presencePrefix) : name === presencePrefix + login
    const own = attended && isMeant(presencePrefix + attended.login) ? 1 : 0
    return held.filter(({ name }) => isMeant(name)).length - own
  }

  /** What the other tabs say, once all have, or as many as did in time. */
  async function collect(login: string | null, milliseconds: number): Promise<Answer[]> {
    const expected = await countOthers(login)
    if (expected <= 0) return []
    const id = newId()
    return new Promise((resolve) => {
      const answers: Answer[] = []
      const finish = () => {
        clearTimeout(timer)
        asked.delete(id)
        resolve(answers)
      }
      const timer = setTimeout(finish, milliseconds)
      asked.set(id, (given) => {
        answers.push(given)
        if (answers.length >= expected) finish()
      })
      post({ kind: 'ask', id, login })
    })
  }

  async function heldByOthers(milliseconds: number): Promise<Held[]> {
    const login = tokens.login()
    return login === null ? [] : (await collect(login, milliseconds)).map(({ held }) => held)
  }

  function attend(): void {
    const login = tokens.login()
    if (login === (attended?.login ?? null)) return
    attended?.lock.release()
    attended = login !== null && locks ? { login, lock: hold(locks, presencePrefix + login) } : null
  }

  return {
    attend,
    async takeUp() {
      if (tokens.user() !== null || tokens.isApart()) return
      const answers = await collect(null, longPatience)
      const [latest] = answers.sort((one, other) => other.lookedAt - one.lookedAt)
      if (!latest || tokens.user() !== null) return
      const same = answers.map(({ held }) => held).filter((held) => held.login === latest.held.login)
      const sections = Object.assign({}, ...same.map((held) => held.sections), latest.held.sections)
      tokens.takeUp({ ...latest.held, sections })
      for (const held of same) tokens.catchUp(held)
      attend()
    },
    async isShared() {
      const login = tokens.login()
      return login !== null && (await countOthers(login)) > 0
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

interface HeldLock {
  readonly granted: Promise<void>
  release(): void
}

/** Several may hold it at once; the browser lets go of it when the page is gone. */
function hold(locks: Pick<LockManager, 'request'>, name: string): HeldLock {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const granted = new Promise<void>((resolve) => {
    void locks.request(name, { mode: 'shared' }, () => {
      resolve()
      return released
    })
  })
  return { granted, release: () => release() }
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
