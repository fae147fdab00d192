import { useStore } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import type { Language } from '#protocol/messages/codes.ts'

export type Theme = 'light' | 'dark' | 'system'

/** What a person set for themselves; kept in this browser. */
export interface Preferences {
  readonly language: Language
  readonly theme: Theme
  /** 0 to 1. */
  readonly volume: number
  readonly muted: boolean
  setLanguage(language: Language): void
  setTheme(theme: Theme): void
  setVolume(volume: number): void
  setMuted(muted: boolean): void
}

export const preferencesStore = createStore<Preferences>()(
  persist(
    (set) => ({
      language: 'zh-CN',
      theme: 'system',
      volume: 0.8,
      muted: false,
      setLanguage: (language) => set({ language }),
      setTheme: (theme) => set({ theme }),
      setVolume: (volume) => set({ volume: Math.min(1, Math.max(0, volume)) }),
      setMuted: (muted) => set({ muted }),
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
