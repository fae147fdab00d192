import { afterEach, expect, test, vi } from 'vitest'
import { createVoiceTurns } from './voice-turns.ts'

type Work = () => Promise<void> | undefined

afterEach(() => void vi.unstubAllGlobals())

/** The locks of one browser: requests for a name are granted one after the other. */
function shareLocks(): void {
  const queues = new Map<string, Promise<void>>()
  const request = async (name: string, { signal }: { signal: AbortSignal }, work: Work) => {
    const before = queues.get(name) ?? Promise.resolve()
    let done = (): void => undefined
    const ended = new Promise<void>((resolve) => {
      done = resolve
    })
    queues.set(
      name,
      before.then(() => ended),
    )
    try {
      await Promise.race([before, refused(signal)])
      await work()
    } finally {
      done()
    }
  }
  vi.stubGlobal('navigator', { locks: { request } })
}

function refused(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('the first audible tab of a section speaks, then the next', async () => {
  shareLocks()
  const [first, second] = [createVoiceTurns('a', 'opener'), createVoiceTurns('a', 'opener')]
  expect(first.mine()).toBe(false)
  first.want(true)
  second.want(true)
  await settled()
  expect([first.mine(), second.mine()]).toEqual([true, false])
  first.want(false)
  await settled()
  expect([first.mine(), second.mine()]).toEqual([false, true])
  first.want(true)
  await settled()
  expect([first.mine(), second.mine()]).toEqual([false, true])
})

test('a tab that aborts while waiting is skipped', async () => {
  shareLocks()
  const [first, second, third] = [
    createVoiceTurns('a', 'opener'),
    createVoiceTurns('a', 'opener'),
    createVoiceTurns('a', 'opener'),
  ]
  for (const tab of [first, second, third]) tab.want(true)
  await settled()
  second.want(false)
  first.want(false)
  await settled()
  expect([second.mine(), third.mine()]).toEqual([false, true])
})

test('tabs of different sections both speak, but never at once', async () => {
  shareLocks()
  const [one, other] = [createVoiceTurns('a', 'opener'), createVoiceTurns('b', 'opener')]
  one.want(true)
  other.want(true)
  await settled()
  expect([one.mine(), other.mine()]).toEqual([true, true])
  const said: string[] = []
  let end = (): void => undefined
  const { signal } = new AbortController()
  const running = one.alone(signal, async () => {
    said.push('one begins')
    await new Promise<void>((resolve) => {
      end = resolve
    })
    said.push('one ends')
  })
  const waiting = other.alone(signal, async () => void said.push('other'))
  await settled()
  expect(said).toEqual(['one begins'])
  end()
  await Promise.all([running, waiting])
  expect(said).toEqual(['one begins', 'one ends', 'other'])
})

test('one tab of each of two users in one section speaks, never both at once', async () => {
  shareLocks()
  const tabs = [
    createVoiceTurns('a', 'opener'),
    createVoiceTurns('a', 'bidder'),
    createVoiceTurns('a', 'opener'),
    createVoiceTurns('a', 'bidder'),
  ]
  for (const tab of tabs) tab.want(true)
  await settled()
  expect(tabs.map((tab) => tab.mine())).toEqual([true, true, false, false])
  let speaking = 0
  let most = 0
  const sentence = async () => {
    speaking += 1
    most = Math.max(most, speaking)
    await settled()
    speaking -= 1
  }
  const { signal } = new AbortController()
  await Promise.all(tabs.slice(0, 2).map((tab) => tab.alone(signal, sentence)))
  expect(most).toBe(1)
  tabs[0]?.want(false)
  await settled()
  expect(tabs.map((tab) => tab.mine())).toEqual([false, true, true, false])
})

test('a sentence aborted before its turn is not spoken and resolves; its own failure rejects', async () => {
  shareLocks()
  const turns = createVoiceTurns('a', 'opener')
  const never = new AbortController()
  void turns.alone(never.signal, () => new Promise(() => undefined))
  const stop = new AbortController()
  const sentence = vi.fn(async () => undefined)
  const waiting = turns.alone(stop.signal, sentence)
  stop.abort()
  await expect(waiting).resolves.toBeUndefined()
  expect(sentence).not.toHaveBeenCalled()
  shareLocks()
  const failing = createVoiceTurns('a', 'opener').alone(never.signal, () =>
    Promise.reject(new Error('no voice')),
  )
  await expect(failing).rejects.toThrow('no voice')
})

test('without locks every tab speaks', async () => {
  vi.stubGlobal('navigator', {})
  const [first, second] = [createVoiceTurns('a', 'opener'), createVoiceTurns('a', 'opener')]
  first.want(true)
  expect([first.mine(), second.mine()]).toEqual([true, false])
  second.want(true)
  expect(second.mine()).toBe(true)
  const sentence = vi.fn(async () => undefined)
  await first.alone(new AbortController().signal, sentence)
  expect(sentence).toHaveBeenCalledTimes(1)
})
