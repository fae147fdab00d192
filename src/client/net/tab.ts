export interface TabPorts {
  readonly storage: Storage
  /** Missing where the page is not served over https nor from this machine. */
  readonly locks: Pick<LockManager, 'request'> | undefined
  newId(): string
}

const tabKey = 'tab-of-kaibiao'

/** A page that is loaded anew waits so long for the one before it to be gone. */
const patience = 1500

/**
 * Makes this tab one of its own, for as long as the page is open. False where it was duplicated from a tab that is
 * open still: browsers give the copy everything that the tab's storage holds.
 */
export async function claimTab({ storage, locks, newId }: TabPorts): Promise<boolean> {
  if (!locks) return true
  const known = storage.getItem(tabKey)
  if (known && (await isHeld(locks, known, AbortSignal.timeout(patience)))) return true
  const own = newId()
  storage.setItem(tabKey, own)
  await isHeld(locks, own)
  return known === null
}

let claimed: Promise<boolean> | null = null

/** The same for the page that this is, asked for as often as one likes. */
export function isOwnTab(): Promise<boolean> {
  claimed ??= claimTab({
    storage: sessionStorage,
    locks: navigator.locks,
    newId: () => crypto.randomUUID(),
  })
  return claimed
}

/** Holds the lock of this name until the page is gone; false when it did not become free in time. */
function isHeld(locks: Pick<LockManager, 'request'>, name: string, signal?: AbortSignal): Promise<boolean> {
  return new Promise((done) => {
    const hold = () => {
      done(true)
      return new Promise<never>(() => {})
    }
    locks.request(`kaibiao ${name}`, signal ? { signal } : {}, hold).catch(() => done(false))
  })
}
