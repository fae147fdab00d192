import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Prompt } from '#sounds/prompts.ts'
import { createSpeaker, type VoicePreferences } from './speaker.ts'
import type { SpeakerParts } from './speaker-parts.ts'

const prompt: Prompt = {
  ...{ id: 'x', urgent: false, reading: null, freshMs: 30_000, topic: null, ends: null },
  text: { zh: '共有3家投标单位。', en: '3 bidders.' },
  spoken: { zh: '共有三家投标单位。', en: '3 bidders.' },
  clips: ['announcementStarted', '三', 'bidders'],
}
const longest = 120_000
const audible: VoicePreferences = { language: 'zh-CN', volume: 0.8, muted: false, soundAllowed: true }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A speaker in a browser with or without a voice; clips last `clipsMs`, null: they cannot be loaded. */
function browser({
  voice = false,
  clipsMs = 5000,
  first = true,
  otherMs = 0,
}: {
  voice?: boolean
  clipsMs?: number | null
  first?: boolean
  /** How long another tab speaks first. */
  otherMs?: number
}) {
  const preferences = createStore<VoicePreferences>(() => audible)
  const sounds: string[] = []
  let wanted = false
  const parts: SpeakerParts = {
    async speakAloud(text) {
      if (voice) sounds.push(text)
      return voice
    },
    clips: {
      play(names, signal) {
        if (clipsMs === null) return Promise.reject(new Error('no clips'))
        sounds.push(names.join('+'))
        return new Promise((resolve) => {
          const timer = setTimeout(() => {
            sounds.push('end')
            resolve()
          }, clipsMs)
          signal.addEventListener('abort', () => {
            clearTimeout(timer)
            sounds.push('stopped')
            resolve()
          })
        })
      },
      setVolume: (volume) => void sounds.push(`volume ${volume}`),
      close: () => void sounds.push('closed'),
    },
    turns: {
      want: (now) => {
        wanted = now
      },
      mine: () => wanted && first,
      async alone(signal, sentence) {
        if (otherMs > 0) {
          await new Promise<void>((resolve) => {
            setTimeout(resolve, otherMs)
            signal.addEventListener('abort', () => resolve())
          })
        }
        if (!signal.aborted) await sentence()
      },
    },
  }
  const speaker = createSpeaker(preferences, parts)
  sounds.length = 0
  const ending = new AbortController()
  const chosenAfter: number[] = []
  /** How long the prompt lasted, in ms; `during` happens after `atMs`. */
  async function say(atMs = 0, during: () => void = () => undefined): Promise<number> {
    let lasted = -1
    const from = Date.now()
    const choose = () => {
      chosenAfter.push(Date.now() - from)
      return prompt
    }
    void speaker.say(choose, ending.signal).then(() => {
      lasted = Date.now() - from
    })
    await vi.advanceTimersByTimeAsync(atMs)
    during()
    await vi.advanceTimersByTimeAsync(longest)
    return lasted
  }
  return { preferences, sounds, chosenAfter, speaker, say, close: () => ending.abort() }
}

const readingMs = 1500 + prompt.text.zh.length * 120

test('the browser’s own voice says numbers as words, else the clips are played', async () => {
  const withVoice = browser({ voice: true })
  await withVoice.say()
  expect(withVoice.sounds).toEqual(['共有三家投标单位。'])
  const without = browser({})
  expect(await without.say()).toBe(5000)
  expect(without.sounds).toEqual(['announcementStarted+三+bidders', 'end'])
})

test.each([
  ['muted', { muted: true }],
  ['without consent', { soundAllowed: false }],
  ['at volume 0', { volume: 0 }],
] as const)('%s a prompt lasts as long as its caption takes to read', async (_, changes) => {
  const { preferences, sounds, say } = browser({})
  preferences.setState(changes)
  sounds.length = 0
  expect(await say()).toBe(readingMs)
  expect(sounds).toEqual([])
})

test('a caption stays for its reading time, also if the voice was faster', async () => {
  expect(await browser({ clipsMs: 100 }).say()).toBe(readingMs)
})

test('muting stops the sound at once; the caption stays for its reading time', async () => {
  const { preferences, sounds, say } = browser({})
  expect(await say(1000, () => preferences.setState({ muted: true }))).toBe(readingMs)
  expect(sounds).toContain('stopped')
  expect(sounds).not.toContain('end')
})

test('a changed volume takes effect at once', async () => {
  const { preferences, sounds, say } = browser({})
  await say(1000, () => preferences.setState({ volume: 0.3 }))
  expect(sounds).toEqual(['announcementStarted+三+bidders', 'volume 0.3', 'end'])
})

test('without clips the caption is shown', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { say } = browser({ clipsMs: null })
  expect(await say()).toBe(readingMs)
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
})

test('a voice that never ends is cut off', async () => {
  const { sounds, say } = browser({ clipsMs: longest * 2 })
  expect(await say()).toBeLessThan(longest)
  expect(sounds).toContain('stopped')
})

test('the prompt is chosen when the other tab has ended its sentence', async () => {
  const { chosenAfter, sounds, say } = browser({ otherMs: 4000 })
  expect(await say()).toBe(4000 + 5000)
  expect(chosenAfter).toEqual([4000])
  expect(sounds).toEqual(['announcementStarted+三+bidders', 'end'])
})

test('muting while another tab speaks shows the captions at once', async () => {
  const { chosenAfter, sounds, preferences, say } = browser({ otherMs: 4000 })
  expect(await say(1000, () => preferences.setState({ muted: true }))).toBe(1000 + readingMs)
  expect(chosenAfter).toEqual([1000])
  expect(sounds).not.toContain('announcementStarted+三+bidders')
})

test('captions go on when another tab never ends its sentence', async () => {
  const { chosenAfter, say } = browser({ otherMs: longest * 2 })
  expect(await say()).toBeLessThan(longest)
  expect(chosenAfter).toHaveLength(1)
})

test('there is no pause when no prompt is left', async () => {
  const { speaker } = browser({})
  await expect(speaker.say(() => null, new AbortController().signal)).resolves.toBeUndefined()
})

test('a tab that is not the one to speak shows captions only', async () => {
  const { sounds, say } = browser({ first: false })
  expect(await say()).toBe(readingMs)
  expect(sounds).toEqual([])
})

test('there are no Chinese clips in an English page without an English voice', async () => {
  const { preferences, sounds, say } = browser({})
  preferences.setState({ language: 'en' })
  sounds.length = 0
  expect(await say()).toBe(1500 + prompt.text.en.length * 60)
  expect(sounds).toEqual([])
})

test('leaving the section ends sound and caption at once and unsubscribes', async () => {
  const { preferences, speaker, sounds, say, close } = browser({})
  expect(await say(1000, close)).toBe(1000)
  expect(sounds).toContain('stopped')
  speaker.close()
  preferences.setState({ volume: 0.1 })
  expect(sounds.at(-1)).toBe('closed')
})
