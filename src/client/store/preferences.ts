import { useStore } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import type { Theme } from '#client/ui/theme.ts'
import type { Language } from '#protocol/messages/codes.ts'

/** The user's settings, kept in this browser and shared by all its tabs. */
export interface Preferences {
  readonly language: Language
  readonly theme: Theme
  /** The project type last chosen when logging in by certificate (ACC-11); null before the first choice. */
  readonly projectType: number | null
  /** 0 to 1. */
  readonly volume: number
  readonly muted: boolean
  /** Whether the user agreed to hear the voice; null until asked. */
  readonly voiceConsent: boolean | null
  /** Whether the progress log is open on a window that has room for a rail only; null until chosen. */
  readonly logOpen: boolean | null
  /** Browsers block sound until the page is clicked: false until then. Not stored. */
  readonly soundAllowed: boolean
  setLanguage(language: Language): void
  setTheme(theme: Theme): void
  setProjectType(projectType: number): void
  setLogOpen(open: boolean): void
  setVolume(volume: number): void
  /** Call it from a click: turning the voice on is a consent, too. */
  setMuted(muted: boolean): void
  /** Call it from the click that answers the question. */
  consentToVoice(consent: boolean): void
  /** Call it from any click or key once there is consent. */
  allowSound(): void
}

const storageKey = 'kaibiao.preferences'

export const preferencesStore = createStore<Preferences>()(
  persist(
    (set) => ({
      language: 'zh-CN',
      theme: 'system',
      projectType: null,
      volume: 0.8,
      muted: false,
      voiceConsent: null,
      logOpen: null,
      soundAllowed: false,
      setLanguage: (language) => set({ language }),
      setTheme: (theme) => set({ theme }),
      setProjectType: (projectType) => set({ projectType }),
      setLogOpen: (logOpen) => set({ logOpen }),
      setVolume: (volume) => set({ volume: Math.min(1, Math.max(0, volume)) }),
      setMuted: (muted) => set(muted ? { muted } : { muted, voiceConsent: true, soundAllowed: true }),
      consentToVoice: (consent) => set({ voiceConsent: consent, muted: !consent, soundAllowed: consent }),
      allowSound: () => set({ soundAllowed: true }),
    }),
    {
      name: storageKey,
      version: 1,
      storage: createJSONStorage(() => localStorage),
      partialize: ({ soundAllowed: _soundAllowed, ...kept }) => kept,
    },
  ),
)

// Muting one tab mutes all tabs.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey) void preferencesStore.persist.rehydrate()
  })
}

/** A part of the preferences: `usePreferences((p) => p.language)`. */
export function usePreferences<T>(selector: (preferences: Preferences) => T): T {
  return useStore(preferencesStore, selector)
}
