import { IconButton } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { type Theme, usePreferences } from './store/preferences.ts'
import { MoonIcon, SunIcon } from './ui/icons.tsx'

const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }
const names = { light: 'themeLight', dark: 'themeDark', system: 'themeSystem' } as const

/** Language and light or dark. */
export function PreferenceButtons() {
  const { t } = useTranslation()
  const { language, theme, setLanguage, setTheme } = usePreferences((preferences) => preferences)
  const other = language === 'zh-CN' ? 'en' : 'zh-CN'
  return (
    <>
      <IconButton
        variant="ghost"
        size="sm"
        px="2"
        lang={other}
        onClick={() => setLanguage(other)}
        aria-label={other === 'en' ? 'English' : '切换到中文'}
      >
        {other === 'en' ? 'EN' : '中'}
      </IconButton>
      <IconButton
        variant="ghost"
        size="sm"
        onClick={() => setTheme(next[theme])}
        aria-label={`${t('theme')}: ${t(names[theme])}`}
        title={`${t('theme')}: ${t(names[theme])}`}
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
