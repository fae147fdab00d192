import { ChakraProvider, type SystemContext } from '@chakra-ui/react'
import type { i18n } from 'i18next'
import { type ComponentProps, useEffect } from 'react'
import { I18nextProvider } from 'react-i18next'
import { RouterProvider } from 'react-router-dom'
import { OpenAccountsBanner } from './OpenAccountsBanner.tsx'
import { givenRegion } from './store/given-region.ts'
import { usePreferences } from './store/preferences.ts'
import { VariantProvider } from './store/variant.tsx'
import { changeLanguage, type Language } from './texts/index.ts'
import { useRestoredFocus } from './ui/use-restored-focus.ts'

/** What all screens need: texts, theme, the regional variant, routes. */
export function App({
  texts,
  theme,
  routes,
}: {
  readonly texts: i18n
  readonly theme: SystemContext
  readonly routes: ComponentProps<typeof RouterProvider>['router']
}) {
  useColorTheme()
  useRestoredFocus()
  useLanguage(texts)
  return (
    <I18nextProvider i18n={texts}>
      <ChakraProvider value={theme}>
        <VariantProvider given={givenRegion(document)}>
          <OpenAccountsBanner />
          <RouterProvider router={routes} />
        </VariantProvider>
      </ChakraProvider>
    </I18nextProvider>
  )
}

/** Shows the chosen language. Where its texts cannot be loaded, the former one stays and a message says why. */
function useLanguage(texts: i18n): void {
  const { language, setLanguage } = usePreferences((preferences) => preferences)
  useEffect(() => {
    async function show() {
      const shown = texts.language as Language
      try {
        if (shown !== language) await changeLanguage(texts, language)
      } catch {
        setLanguage(shown)
        // The home page has both languages, and loads no messages.
        const { toast } = await import('./ui/Toast.tsx')
        toast.warning(texts.t('common:languageAway'))
      }
      document.documentElement.lang = texts.language
    }
    void show()
  }, [texts, language, setLanguage])
}

/** Applies the chosen theme, or the system's, also when that changes. */
function useColorTheme(): void {
  const choice = usePreferences((preferences) => preferences.theme)
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const apply = (printing = false) => {
      const dark = !printing && (choice === 'dark' || (choice === 'system' && system.matches))
      document.documentElement.classList.toggle('dark', dark)
      document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
    }
    const changed = () => apply()
    // Paper is white.
    const print = () => apply(true)
    apply()
    system.addEventListener('change', changed)
    window.addEventListener('beforeprint', print)
    window.addEventListener('afterprint', changed)
    return () => {
      system.removeEventListener('change', changed)
      window.removeEventListener('beforeprint', print)
      window.removeEventListener('afterprint', changed)
    }
  }, [choice])
}
