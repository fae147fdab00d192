import { createRefresher } from '#client/auth/refresh.ts'
import { createTabs } from '#client/auth/tabs.ts'
import { createTokens } from '#client/auth/tokens.ts'
import { memoryStorage } from './memory-storage.ts'

/** The server's rule for refresh tokens: each works once, a request may be retried, a stolen token ends the login. */
export function server() {
  let now = 1_000_000_000
  let made = 0
  const logins = new Map<string, { current: string; previous: string; key: string; ended: boolean }>()
  const asked: string[] = []

  function tokensOf(login: string, row: { current: string }) {
    const iat = Math.floor(now / 1000)
    const payload = btoa(JSON.stringify({ login, iat, exp: iat + 600 }))
    return { token: `x.${payload}.${++made}`, refreshToken: `${login}.${row.current}` }
  }
  return {
    now: () => now,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    asked,
    isOver: (login: string) => logins.get(login)?.ended ?? true,
    logIn(login: string) {
      const row = { current: `secret-${++made}`, previous: '', key: '', ended: false }
      logins.set(login, row)
      return tokensOf(login, row)
    },
    async fetch(_path: string, { body, headers }: RequestInit): Promise<Response> {
      const { refreshToken, authorizations } = JSON.parse(String(body))
      const key = new Headers(headers).get('Idempotency-Key') ?? ''
      const [login = '', secret] = refreshToken.split('.')
      asked.push(login)
      const row = logins.get(login)
      const isAgain = row?.previous === secret && row?.key === key
      if (!row || row.ended || (row.current !== secret && !isAgain)) {
        if (row && row.previous === secret) row.ended = true
        const said = { ResultMessage: 'm', message: 'm', code: 'session-expired', params: {}, requestId: 'r' }
        return Response.json({ Result: false, ...said }, { status: 401 })
      }
      Object.assign(row, { current: `secret-${++made}`, previous: secret, key })
      const times = { accessExpiresAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-01T00:00:00.000Z' }
      const who = { userType: 1, role: 'opener', userName: 'u', userCode: 'c', ShowName: 's' }
      const renewed = authorizations.map((old: string) => {
        const [id = ''] = old.split(' ')
        return { bidProjGuid: id, oauth2: `${id} ${++made}` }
      })
      return Response.json({ ...who, ...times, ...tokensOf(login, row), authorizations: renewed })
    },
  }
}

/**
 * A browser: locks and a channel that all its pages share. Messages arrive after `delay` turns of the event loop;
 * `arrived` waits for those on their way.
 */
export function browser(hall: ReturnType<typeof server>, delay: () => number = () => 0) {
  const pages = new Set<(message: unknown) => void>()
  const locksOf = sharedLocks()
  const sent: Promise<void>[] = []
  let made = 0

  function page(storage: Storage = memoryStorage()) {
    const listeners: ((event: MessageEvent) => void)[] = []
    const hear = (data: unknown) => {
      for (const listener of listeners) listener({ data } as MessageEvent)
    }
    pages.add(hear)
    let lastSent = Promise.resolve()
    const channel = {
      addEventListener: (_: string, listener: never) => void listeners.push(listener),
      postMessage(message: unknown) {
        const data = structuredClone(message)
        const others = [...pages].filter((other) => other !== hear)
        const turns = delay()
        lastSent = lastSent.then(async () => {
          for (let turn = 0; turn < turns; turn++) await new Promise((soon) => setImmediate(soon))
          for (const other of others) if (pages.has(other)) other(data)
        })
        sent.push(lastSent)
      },
    }
    const { locks, release } = locksOf()
    const newId = () => `id-${++made}`
    const tokens = createTokens({ storage: () => storage, now: hall.now, newId })
    let lookedAt = ++made
    const tabs = createTabs({
      ...{ tokens, newId },
      channel: channel as never,
      locks: locks as never,
      lookedAt: () => lookedAt,
    })
    tabs.listen((news) => {
      if (news === 'ended') tokens.clear()
    })
    tokens.onCleared(tabs.showLogin)
    tabs.showLogin()
    const refresher = createRefresher({ fetch: hall.fetch, tokens, tabs, now: hall.now })
    return {
      ...{ storage, tokens, tabs, refresher },
      logIn(login: string) {
        tokens.begin(hall.logIn(login))
        tabs.showLogin()
        return this
      },
      look: () => {
        lookedAt = ++made
      },
      close() {
        pages.delete(hear)
        release()
      },
    }
  }
  return Object.assign(page, { arrived: () => Promise.all(sent.splice(0)) })
}

/** The locks of a browser, for each page that is opened: `release` ends those that the page holds. */
function sharedLocks() {
  const queues = new Map<string, Promise<unknown>>()
  const held: { name: string; mode: string }[] = []

  return () => {
    const own: { name: string; mode: string }[] = []
    const locks = {
      async request(name: string, ...rest: unknown[]) {
        const work = rest.at(-1) as () => Promise<unknown>
        if (rest.length === 1) {
          const turn = (queues.get(name) ?? Promise.resolve()).then(work, work)
          queues.set(name, turn)
          return turn
        }
        const lock = { name, mode: 'shared' }
        held.push(lock)
        own.push(lock)
        await work()
        if (held.includes(lock)) held.splice(held.indexOf(lock), 1)
        return undefined
      },
      query: async () => ({ held: [...held], pending: [] }),
    }
    const release = () => {
      for (const lock of own) if (held.includes(lock)) held.splice(held.indexOf(lock), 1)
    }
    return { locks, release }
  }
}

/** What a browser copies to a duplicated tab. */
export function copyOf(storage: Storage): Storage {
  const copy = memoryStorage()
  for (const key of Object.keys(storage)) copy.setItem(key, storage.getItem(key) ?? '')
  return copy
}
