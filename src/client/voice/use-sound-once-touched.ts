import { useEffect } from 'react'
import { usePreferences } from '#client/store/preferences.ts'

/** With an earlier consent the first click or key turns the sound on: browsers block it until then. */
export function useSoundOnceTouched(): void {
  const blocked = usePreferences(({ voiceConsent, soundAllowed }) => voiceConsent === true && !soundAllowed)
  const allowSound = usePreferences((preferences) => preferences.allowSound)
  useEffect(() => {
    if (!blocked) return
    // The page may have been used before the section was entered.
    if (navigator.userActivation?.hasBeenActive) return allowSound()
    const listening = new AbortController()
    for (const touch of ['click', 'keydown'] as const) {
      window.addEventListener(touch, allowSound, { signal: listening.signal })
    }
    return () => listening.abort()
  }, [blocked, allowSound])
}
