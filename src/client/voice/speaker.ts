import type { StoreApi } from 'zustand/vanilla'
import type { Language } from '#protocol/messages/codes.ts'
import type { Speaker } from '#sounds/prompt-queue.ts'
import type { Prompt } from '#sounds/prompts.ts'
import { speakWithBrowser } from './browser-voice.ts'
import { createClipPlayer } from './clip-player.ts'
import type { SpeakerParts } from './speaker-parts.ts'
import { createVoiceTurns } from './voice-turns.ts'

export interface VoicePreferences {
  readonly language: Language
  /** 0 to 1. */
  readonly volume: number
  readonly muted: boolean
  readonly soundAllowed: boolean
}

/**
 * The voice of this page: the browser's own where it has one for the language, else the rendered clips (Chinese).
 * A prompt that is not spoken lasts as long as its caption takes to read: while the page is muted, has no consent or no
 * voice, or another tab of the same section and person speaks.
 */
export function createBrowserSpeaker(
  preferences: Pick<StoreApi<VoicePreferences>, 'getState' | 'subscribe'>,
  session: string,
  person: string,
): Speaker {
  const turns = createVoiceTurns(session, person)
  return createSpeaker(preferences, { speakAloud: speakWithBrowser, clips: createClipPlayer(), turns })
}

/** A speaker made of the given parts. */
export function createSpeaker(
  preferences: Pick<StoreApi<VoicePreferences>, 'getState' | 'subscribe'>,
  { speakAloud, clips, turns }: SpeakerParts,
): Speaker {
  function follow(now: VoicePreferences): void {
    turns.want(audible(now))
    clips.setVolume(now.volume)
  }

  async function sayAloud(prompt: Prompt, signal: AbortSignal): Promise<void> {
    const { language, volume } = preferences.getState()
    const text = prompt.spoken[language === 'en' ? 'en' : 'zh']
    if (await speakAloud(text, language, volume, signal)) return
    if (language === 'en' || signal.aborted) return
    try {
      await clips.play(prompt.clips, signal)
    } catch (cause) {
      // The caption is shown anyway.
      console.warn(cause)
    }
  }

  /** Ends at once when the sound is turned off, and after `longest` ms in any case. */
  async function whileAudible(
    longest: number,
    signal: AbortSignal,
    speak: (stop: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const stop = new AbortController()
    const silence = () => stop.abort()
    const unsubscribe = preferences.subscribe((now) => audible(now) || silence())
    signal.addEventListener('abort', silence)
    const limit = setTimeout(silence, longest)
    try {
      await speak(stop.signal)
    } finally {
      clearTimeout(limit)
      unsubscribe()
      signal.removeEventListener('abort', silence)
    }
  }

  follow(preferences.getState())
  const unfollow = preferences.subscribe(follow)
  return {
    async say(choose, signal) {
      let begun = false
      let read: Promise<void> | null = null
      const begin = () => {
        begun = true
        const prompt = choose()
        read = prompt && pause(readingMs(prompt, preferences.getState().language), signal)
        return prompt
      }
      const sentence = async () => {
        const prompt = begin()
        if (prompt) await whileAudible(longestMs(prompt), signal, (stop) => sayAloud(prompt, stop))
      }
      if (audible(preferences.getState()) && turns.mine()) {
        await whileAudible(longestTurnMs, signal, (stop) => turns.alone(stop, sentence))
      }
      if (!begun && !signal.aborted) begin()
      await read
    },
    close() {
      unfollow()
      turns.want(false)
      clips.close()
    },
  }
}

function audible({ muted, volume, soundAllowed }: VoicePreferences): boolean {
  return soundAllowed && !muted && volume > 0
}

/** Longer than any sentence of another tab; after that only captions are shown. */
const longestTurnMs = 65_000

/** How long a caption takes to read. */
function readingMs(prompt: Prompt, language: Language): number {
  return language === 'en' ? 1500 + prompt.text.en.length * 60 : 1500 + prompt.text.zh.length * 120
}

/** Limits a sentence: some browsers never report its end. */
function longestMs({ spoken }: Prompt): number {
  return Math.min(60_000, 8000 + Math.max(spoken.zh.length * 400, spoken.en.length * 100))
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
