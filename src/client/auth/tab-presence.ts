/** Shows the other tabs of this browser which login each tab has: by a shared lock that is named after the login. */
interface TabPresence {
  /** Shows this tab's login from now on; null: it has none. */
  show(login: string | null): void
  /** How many other tabs have this login; any login where it is null. */
  countOthers(login: string | null): Promise<number>
}

const lockPrefix = 'kaibiao.login:'

/** Without locks every tab counts as the only one. */
export function createTabPresence(locks: Pick<LockManager, 'request' | 'query'> | undefined): TabPresence {
  let shown: { readonly login: string; readonly lock: HeldLock } | null = null
  return {
    show(login) {
      if (login === (shown?.login ?? null)) return
      shown?.lock.release()
      shown = login !== null && locks ? { login, lock: hold(locks, lockPrefix + login) } : null
    },
    async countOthers(login) {
      if (!locks) return 0
      await shown?.lock.granted
      const { held = [] } = await locks.query()
      const isMeant = (name = '') =>
        login === null ? name.startsWith(lockPrefix) : name === lockPrefix + login
      const own = shown && isMeant(lockPrefix + shown.login) ? 1 : 0
      return held.filter(({ name }) => isMeant(name)).length - own
    },
  }
}

interface HeldLock {
  readonly granted: Promise<void>
  release(): void
}

/** Takes a lock that several tabs may hold at once; the browser releases it when the page is closed. */
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
