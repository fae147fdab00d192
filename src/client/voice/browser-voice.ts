import type { Language } from '#protocol/messages/codes.ts'

/**
 * Says a sentence with the browser's own voice. True when it was said or stopped on purpose; false when the browser
 * has no voice for the language or could not say it. The volume of a running sentence cannot be changed.
 */
export async function speakWithBrowser(
  text: string,
  language: Language,
  volume: number,
  signal: AbortSignal,
): Promise<boolean> {
  const voice = voiceFor(language)
  if (!voice) return false
  if (signal.aborted) return true
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.voice = voice
  utterance.lang = voice.lang
  utterance.volume = volume
  const cancel = () => speechSynthesis.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await new Promise<boolean>((resolve) => {
      utterance.onend = () => resolve(true)
      utterance.onerror = () => resolve(signal.aborted)
      // A browser without a working voice emits no event.
      signal.addEventListener('abort', () => resolve(true), { once: true })
      speechSynthesis.speak(utterance)
    })
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** A Mandarin or English voice; local voices first, because remote ones may be slow or unavailable. */
function voiceFor(language: Language): SpeechSynthesisVoice | null {
  if (!('speechSynthesis' in window)) return null
  const wanted = language === 'en' ? /^en\b/ : /^(zh|cmn)(?!-hk|-mo)\b/
  const voices = speechSynthesis.getVoices().filter(({ lang }) => wanted.test(plain(lang)))
  return voices.find((voice) => voice.localService) ?? voices[0] ?? null
}

/** Android writes zh_CN. */
function plain(lang: string): string {
  return lang.toLowerCase().replaceAll('_', '-')
}

// Chromium loads its voices after the first call.
if ('speechSynthesis' in globalThis) speechSynthesis.getVoices()
