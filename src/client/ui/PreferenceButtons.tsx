import { Button, IconButton } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#protocol/messages/codes.ts'
import type { HeaderGroup } from './HeaderMenu.tsx'
import { GlobeIcon, MoonIcon, SunIcon } from './icons.tsx'
import type { Theme } from './theme.ts'

/** The settings that every screen offers, with their setters. */
export interface ScreenPreferences {
  readonly language: Language
  readonly theme: Theme
  setLanguage(language: Language): void
  setTheme(theme: Theme): void
}

interface PreferenceButtonsProps {
  readonly preferences: ScreenPreferences
  /** The other language's own name, for readers who cannot read the current one. */
  readonly spelled?: boolean
}

const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }
const names = { light: 'themeLight', dark: 'themeDark', system: 'themeSystem' } as const
const spelledNames = { 'zh-CN': '中文', en: 'English' } as const
const shortNames = { 'zh-CN': '中', en: 'EN' } as const
const languages = { 'zh-CN': '切换到中文', en: 'English' } as const

/** Language and light or dark. */
export function PreferenceButtons({ preferences, spelled = false }: PreferenceButtonsProps) {
  const { t } = useTranslation()
  const { language, theme, setLanguage, setTheme } = preferences
  const other = language === 'zh-CN' ? 'en' : 'zh-CN'
  return (
    <>
      <Button
        variant={spelled ? 'outline' : 'ghost'}
        size="sm"
        px={spelled ? '3' : '2'}
        lang={other}
        onClick={() => setLanguage(other)}
        aria-label={languages[other]}
      >
        {spelled && <GlobeIcon />}
        {(spelled ? spelledNames : shortNames)[other]}
      </Button>
      <IconButton
        variant="ghost"
        size="sm"
        onClick={() => setTheme(next[theme])}
        aria-label={t('themeIs', { name: t(names[theme]) })}
        title={t('themeIs', { name: t(names[theme]) })}
      >
        {theme === 'light' && <SunIcon />}
        {theme === 'dark' && <MoonIcon />}
        {theme === 'system' && (
          <>
            <SunIcon boxSize="0.9em" />
            <MoonIcon boxSize="0.9em" ms="-1" />
          </>
        )}
      </IconButton>
    </>
  )
}

/** The same settings as menu items, for narrow screens. */
export function usePreferenceItems(preferences: ScreenPreferences): HeaderGroup {
  const { t } = useTranslation()
  const { language, theme, setLanguage, setTheme } = preferences
  const other = language === 'zh-CN' ? 'en' : 'zh-CN'
  return {
    key: 'preferences',
    label: t('preferences'),
    icon: null,
    items: [
      { key: 'language', label: languages[other], onSelect: () => setLanguage(other) },
      {
        key: 'theme',
        label: t('themeIs', { name: t(names[next[theme]]) }),
        onSelect: () => setTheme(next[theme]),
      },
    ],
  }
}
