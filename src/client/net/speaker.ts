import type { Howl } from 'howler'
import type { StoreApi } from 'zustand/vanilla'
import type { Language } from '#protocol/messages/codes.ts'
import type { Speaker } from '#sounds/prompt-queue.ts'
import sprite from '#sounds/prompts.json'
import type { ClipName, Prompt } from '#sounds/prompts.ts'

interface VoicePreferences {
  readonly language: Language
  /** 0 to 1. */
  readonly volume: number
  readonly muted: boolean
  readonly soundAllowed: boolean
}

/** Some browsers never say that an utterance has ended. */
const longestMs = 30_000

/**
 * The voice of this page: the browser's own where it has one for the language, else the rendered clips (Chinese).
 * Muted, without consent or without any voice a prompt lasts as long as its caption takes to read.
 */
export function createBrowserSpeaker(
  preferences: Pick<StoreApi<VoicePreferences>, 'getState' | 'subscribe'>,
): Speaker {
  let clips: Promise<Howl> | null = null

  async function sayAloud(prompt: Prompt, signal: AbortSignal): Promise<void> {
    const { language, volume } = preferences.getState()
    const voice = voiceFor(language)
    if (voice && (await utter(prompt.text[language === 'en' ? 'en' : 'zh'], voice, volume, signal))) return
    if (language === 'en' || signal.aborted) return
    clips ??= loadClips()
    try {
      await playClips(await clips, prompt.clips, volume, signal)
    } catch (cause) {
      // The caption is shown all the same; the next prompt tries again.
      clips = null
      console.warn(cause)
    }
  }

  return {
    async say(prompt, signal) {
      const read = pause(readingMs(prompt, preferences.getState().language), signal)
      if (!audible(preferences.getState())) return read
      const stop = new AbortController()
      const silence = () => stop.abort()
      const unsubscribe = preferences.subscribe((now) => {
        if (!audible(now)) silence()
      })
      signal.addEventListener('abort', silence)
      const limit = setTimeout(silence, longestMs)
      try {
        await sayAloud(prompt, stop.signal)
      } finally {
        clearTimeout(limit)
        unsubscribe()
        signal.removeEventListener('abort', silence)
      }
      await read
    },
  }
}

function audible({ muted, volume, soundAllowed }: VoicePreferences): boolean {
  return soundAllowed && !muted && volume > 0
}

/** A local voice first: one from the net may be slow or gone. */
function voiceFor(language: Language): SpeechSynthesisVoice | null {
  if (!('speechSynthesis' in window)) return null
  const wanted = language === 'en' ? 'en' : 'zh'
  const voices = speechSynthesis.getVoices().filter((voice) => voice.lang.toLowerCase().startsWith(wanted))
  return voices.find((voice) => voice.localService) ?? voices[0] ?? null
}

/** True when it was said or stopped on purpose; false when the browser could not say it. */
function utter(
  text: string,
  voice: SpeechSynthesisVoice,
  volume: number,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.volume = volume
    utterance.onend = () => resolve(true)
    utterance.onerror = () => resolve(signal.aborted)
    onAbort(signal, () => {
      speechSynthesis.cancel()
      resolve(true)
    })
    speechSynthesis.speak(utterance)
  })
}

async function loadClips(): Promise<Howl> {
  const { Howl } = await import('howler')
  return new Promise((resolve, reject) => {
    const howl = new Howl({
      src: [
        new URL('../../../sounds/prompts.webm', import.meta.url).href,
        new URL('../../../sounds/prompts.m4a', import.meta.url).href,
      ],
      format: ['webm', 'm4a'],
      sprite: sprite as unknown as Record<string, [number, number]>,
      onload: () => resolve(howl),
      onloaderror: (_id, cause) => reject(new Error(`voice clips did not load: ${String(cause)}`)),
    })
  })
}

async function playClips(
  howl: Howl,
  clips: readonly ClipName[],
  volume: number,
  signal: AbortSignal,
): Promise<void> {
  howl.volume(volume)
  for (const clip of clips) {
    if (signal.aborted) return
    await playClip(howl, clip, signal)
  }
}

function playClip(howl: Howl, clip: ClipName, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve()
    const id = howl.play(clip)
    howl.once('end', done, id)
    howl.once('playerror', done, id)
    onAbort(signal, () => {
      howl.stop(id)
      resolve()
    })
  })
}

function readingMs(prompt: Prompt, language: Language): number {
  return language === 'en' ? 2000 + prompt.text.en.length * 60 : 2000 + prompt.text.zh.length * 150
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    onAbort(signal, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function onAbort(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then()
  else signal.addEventListener('abort', then, { once: true })
}
