import { expect, test } from 'vitest'
import { keepScreenAwake } from './use-screen-awake.ts'

/** A page and its browser, which takes a moment to answer and releases the lock of a hidden page. */
function stage() {
  const held: { released: boolean; release(): Promise<void> }[] = []
  const listeners = new Set<() => void>()
  const page = {
    visibilityState: 'visible' as DocumentVisibilityState,
    addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
  }
  const lock = {
    refuses: false,
    async request() {
      await null
      if (lock.refuses) throw new DOMException('the battery is low', 'NotAllowedError')
      const sentinel = {
        released: false,
        async release() {
          sentinel.released = true
        },
      }
      held.push(sentinel)
      return sentinel as unknown as WakeLockSentinel
    },
  }
  return {
    page: page as unknown as Document,
    lock,
    listeners,
    isHeld: () => held.filter(({ released }) => !released).length,
    async show(state: DocumentVisibilityState) {
      page.visibilityState = state
      if (state === 'hidden') for (const sentinel of held) await sentinel.release()
      for (const listener of listeners) listener()
      await settled()
    },
  }
}

const settled = () => new Promise((later) => setTimeout(later, 0))

test('[SCR-1] the screen stays on until the end, and again once the page is visible after it was hidden', async () => {
  const { page, lock, isHeld, show, listeners } = stage()
  const end = keepScreenAwake(lock, page)
  await settled()
  expect(isHeld()).toBe(1)
  await show('hidden')
  expect(isHeld()).toBe(0)
  await show('visible')
  await show('visible')
  expect(isHeld(), 'one lock, not two').toBe(1)
  end()
  await settled()
  expect([isHeld(), listeners.size]).toEqual([0, 0])
})

test('[SCR-1] an answer that comes after the end is released at once', async () => {
  const { page, lock, isHeld } = stage()
  keepScreenAwake(lock, page)()
  await settled()
  expect(isHeld()).toBe(0)
})

test('[SCR-1] a browser that refuses is asked again when the page is visible again; one that cannot is let be', async () => {
  const { page, lock, isHeld, show } = stage()
  lock.refuses = true
  keepScreenAwake(lock, page)
  await settled()
  lock.refuses = false
  await show('visible')
  expect(isHeld()).toBe(1)
  expect(() => keepScreenAwake(undefined, page)()).not.toThrow()
})
