import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import sprite from '#sounds/prompts.json'
import { createClipPlayer } from './clip-player.ts'

type Listener = (id: number, cause?: unknown) => void

interface HowlOptions {
  readonly onload: () => void
  readonly onloaderror: (id: number, cause: unknown) => void
}

/** A fake howler that records its calls. */
const howler = vi.hoisted(() => ({
  said: [] as string[],
  loads: true,
  listeners: new Map<string, Listener>(),
  plays: 0,
}))
vi.mock('howler', () => ({
  Howl: class {
    constructor({ onload, onloaderror }: HowlOptions) {
      queueMicrotask(() => (howler.loads ? onload() : onloaderror(0, 'no net')))
    }
    play(name: string): number {
      howler.plays += 1
      howler.said.push(name)
      return howler.plays
    }
    once(what: string, listener: Listener, id: number): void {
      howler.listeners.set(`${what} ${id}`, listener)
    }
    off(what: string, _: undefined, id: number): void {
      howler.listeners.delete(`${what} ${id}`)
    }
    stop = () => void howler.said.push('stop')
    volume = (volume: number) => void howler.said.push(`volume ${volume}`)
    unload = () => void howler.said.push('unload')
  },
}))

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(howler, { said: [], loads: true, plays: 0 })
  howler.listeners.clear()
})
afterEach(() => void vi.useRealTimers())

/** Howler reports that the running clip ended, or could not be played. */
async function clip(what: 'end' | 'playerror'): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
  howler.listeners.get(`${what} ${howler.plays}`)?.(howler.plays, 'blocked')
  await vi.advanceTimersByTimeAsync(0)
}

const never = () => new AbortController().signal

test('clips are played one after the other, at the volume that was set before they were loaded', async () => {
  const player = createClipPlayer()
  player.setVolume(0.3)
  const played = player.play(['十', '元'], never())
  await clip('end')
  expect(howler.said).toEqual(['volume 0.3', '十', '元'])
  await clip('end')
  await expect(played).resolves.toBeUndefined()
  expect(howler.listeners.size).toBe(0)
  player.setVolume(0.8)
  expect(howler.said.at(-1)).toBe('volume 0.8')
})

test('stopping ends the running clip, and no further clip is played', async () => {
  const stop = new AbortController()
  const played = createClipPlayer().play(['十', '元'], stop.signal)
  await vi.advanceTimersByTimeAsync(0)
  stop.abort()
  await expect(played).resolves.toBeUndefined()
  expect(howler.said).toEqual(['volume 1', '十', 'stop'])
  expect(howler.listeners.size).toBe(0)
})

test('a clip that cannot be played, or never ends, fails', async () => {
  const failed = expect(createClipPlayer().play(['十'], never())).rejects.toThrow('blocked')
  await clip('playerror')
  await failed
  const silent = expect(createClipPlayer().play(['十'], never())).rejects.toThrow('has not ended')
  await vi.advanceTimersByTimeAsync((sprite.十[1] ?? 0) + 2999)
  expect(howler.said.at(-1)).toBe('十')
  await vi.advanceTimersByTimeAsync(1)
  await silent
  expect(howler.said.at(-1)).toBe('stop')
})

test('clips that did not load are loaded again with the next sentence', async () => {
  howler.loads = false
  const player = createClipPlayer()
  await expect(player.play(['十'], never())).rejects.toThrow('no net')
  howler.loads = true
  const played = player.play(['十'], never())
  await clip('end')
  await expect(played).resolves.toBeUndefined()
  player.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(howler.said.at(-1)).toBe('unload')
})
