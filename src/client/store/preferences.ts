import { useStore } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import type { Language } from '#protocol/messages/codes.ts'

export type Theme = 'light' | 'dark' | 'system'

/** What a person set for themselves; all but the consent to sound is kept in this browser. */
export interface Preferences {
  readonly language: Language
  readonly theme: Theme
  /** 0 to 1. */
  readonly volume: number
  readonly muted: boolean
  /** Browsers let a page be heard only after a click: false until the user consented in this page. */
  readonly soundAllowed: boolean
  setLanguage(language: Language): void
  setTheme(theme: Theme): void
  setVolume(volume: number): void
  setMuted(muted: boolean): void
  /** To be called from the click by which the user consents to the voice. */
  allowSound(): void
}

export const preferencesStore = createStore<Preferences>()(
  persist(
    (set) => ({
      language: 'zh-CN',
      theme: 'system',
      volume: 0.8,
      muted: false,
      soundAllowed: false,
      setLanguage: (language) => set({ language }),
      setTheme: (theme) => set({ theme }),
      setVolume: (volume) => set({ volume: Math.min(1, Math.max(0, volume)) }),
      setMuted: (muted) => set({ muted }),
      allowSound: () => set({ soundAllowed: true }),
    }),
    {
      name: 'kaibiao.preferences',
      version: 1,
      storage: createJSONStorage(() => localStorage),
      partialize: ({ language, theme, volume, muted }) => ({ language, theme, volume, muted }),
    },
  ),
)

/** A part of the preferences: `usePreferences((p) => p.language)`. */
export function usePreferences<T>(selector: (preferences: Preferences) => T): T {
  return useStore(preferencesStore, selector)
}
