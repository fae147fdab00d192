import { afterEach, expect, test, vi } from 'vitest'
import { speakWithBrowser } from './browser-voice.ts'

interface Utterance {
  readonly text: string
  voice: { readonly name: string } | null
  lang: string
  volume: number
  onend(): void
  onerror(): void
}

afterEach(() => void vi.unstubAllGlobals())

/** A browser with these voices, as `name lang` (`*` before it: from the net), none where left out. */
function browser(voices?: readonly string[]) {
  const spoken: Utterance[] = []
  const cancel = vi.fn()
  if (voices) {
    const speechSynthesis = {
      getVoices: () =>
        voices.map((voice) => {
          const [name = '', lang = ''] = voice.replace('*', '').split(' ')
          return { name, lang, localService: !voice.startsWith('*') }
        }),
      speak: (utterance: Utterance) => void spoken.push(utterance),
      cancel,
    }
    vi.stubGlobal('speechSynthesis', speechSynthesis)
    vi.stubGlobal('window', { speechSynthesis })
    vi.stubGlobal(
      'SpeechSynthesisUtterance',
      class {
        readonly text: string
        constructor(text: string) {
          this.text = text
        }
      },
    )
  } else vi.stubGlobal('window', {})
  const stop = new AbortController()
  return {
    spoken,
    cancel,
    stop,
    say: (language: 'zh-CN' | 'en') => speakWithBrowser('一', language, 0.4, stop.signal),
  }
}

test.each([
  ['zh-CN', ['Eva en-US', 'Mei zh-CN'], 'Mei'],
  ['zh-CN', ['Yue zh-HK', 'Mou zh_MO', 'Guo cmn-Hans-CN'], 'Guo'],
  ['zh-CN', ['Android zh_CN_#Hans'], 'Android'],
  ['zh-CN', ['*Cloud zh-CN', 'Local zh-TW'], 'Local'],
  ['zh-CN', ['*Cloud zh-CN'], 'Cloud'],
  ['en', ['Mei zh-CN', 'Eva en-GB'], 'Eva'],
] as const)('for %s of %j the voice is %s', async (language, voices, name) => {
  const { spoken, say } = browser(voices)
  const said = say(language)
  expect(spoken[0]).toMatchObject({ text: '一', volume: 0.4, voice: { name } })
  spoken[0]?.onend()
  expect(await said).toBe(true)
})

test.each([
  ['zh-CN', ['Yue zh-HK', 'Mou zh-MO', 'Eva en-US']],
  ['en', ['Mei zh-CN']],
  ['zh-CN', undefined],
] as const)('for %s of %j there is none', async (language, voices) => {
  const { spoken, say } = browser(voices)
  expect(await say(language)).toBe(false)
  expect(spoken).toEqual([])
})

test('a voice that fails returns false; one that is stopped true', async () => {
  const failing = browser(['Mei zh-CN'])
  const said = failing.say('zh-CN')
  failing.spoken[0]?.onerror()
  expect(await said).toBe(false)
  const stopped = browser(['Mei zh-CN'])
  const cut = stopped.say('zh-CN')
  // The browser emits no event for a cancelled sentence.
  stopped.stop.abort()
  expect(await cut).toBe(true)
  expect(stopped.cancel).toHaveBeenCalledTimes(1)
})

test('a sentence stopped before its start is not spoken; a finished one is not cancelled', async () => {
  const early = browser(['Mei zh-CN'])
  early.stop.abort()
  expect(await early.say('zh-CN')).toBe(true)
  expect(early.spoken).toEqual([])
  const late = browser(['Mei zh-CN'])
  const said = late.say('zh-CN')
  late.spoken[0]?.onend()
  await said
  late.stop.abort()
  expect(late.cancel).not.toHaveBeenCalled()
})
