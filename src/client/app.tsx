import { ChakraProvider } from '@chakra-ui/react'
import { useEffect, useMemo, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { RouterProvider } from 'react-router-dom'
import { OpenAccountsBanner } from './OpenAccountsBanner.tsx'
import { createRoutes } from './routes.tsx'
import { usePreferences } from './store/preferences.ts'
import { VariantProvider } from './store/variant.tsx'
import { createTexts } from './texts/index.ts'
import { Toasts } from './ui/Toast.tsx'
import { theme } from './ui/theme.ts'
import { useRestoredFocus } from './ui/use-restored-focus.ts'

/** What all screens need: texts, theme, the regional variant, routes, toasts. */
export function App() {
  const language = usePreferences((preferences) => preferences.language)
  const [texts] = useState(() => createTexts(language))
  const router = useMemo(() => createRoutes(), [])
  useColorTheme()
  useRestoredFocus()
  useEffect(() => {
    document.documentElement.lang = language
    if (texts.language !== language) void texts.changeLanguage(language)
  }, [texts, language])
  return (
    <I18nextProvider i18n={texts}>
      <ChakraProvider value={theme}>
        <VariantProvider>
          <OpenAccountsBanner />
          <RouterProvider router={router} />
        </VariantProvider>
        <Toasts />
      </ChakraProvider>
    </I18nextProvider>
  )
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
