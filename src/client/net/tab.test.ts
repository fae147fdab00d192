import { expect, test } from 'vitest'
import { claimTab } from './tab.ts'
import { memoryStorage } from './test-storage.ts'

/** One browser: of each name one page holds the lock, until it is gone. */
function browser() {
  const holders = new Map<string, Promise<void>>()
  let made = 0
  return function page(storage: Storage) {
    let close = () => {}
    const gone = new Promise<void>((done) => {
      close = done
    })
    const request = async (name: string, { signal }: LockOptions, hold: () => Promise<unknown>) => {
      const late = new Promise<never>((_, fail) => signal?.addEventListener('abort', fail))
      await Promise.race([holders.get(name), late])
      holders.set(name, gone)
      return hold()
    }
    const newId = () => `tab-${++made}`
    return { claim: () => claimTab({ storage, locks: { request } as never, newId }), close }
  }
}

function copyOf(storage: Storage): Storage {
  const copy = memoryStorage()
  for (const key of Object.keys(storage)) copy.setItem(key, storage.getItem(key) ?? '')
  return copy
}

test('a tab is one of its own, also when its page is loaded anew', async () => {
  const page = browser()
  const storage = memoryStorage()
  const first = page(storage)
  expect(await first.claim()).toBe(true)
  const second = page(storage).claim()
  first.close()
  expect(await second).toBe(true)
})

test('a copy of a tab that is open still is found out, and is a tab of its own from then on', async () => {
  const page = browser()
  const storage = memoryStorage()
  await page(storage).claim()
  const copied = copyOf(storage)
  const copy = page(copied)
  expect(await copy.claim()).toBe(false)
  copy.close()
  expect(await page(copied).claim()).toBe(true)
})

test('two tabs opened by themselves do not know of each other', async () => {
  const page = browser()
  expect(await page(memoryStorage()).claim()).toBe(true)
  expect(await page(memoryStorage()).claim()).toBe(true)
})
