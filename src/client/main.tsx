import './begin.ts'
import './net/no-eval.ts'
import { createTheme, globalStyles } from 'virtual:theme'
import { CacheProvider } from '@emotion/react'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { keepLoggedIn } from './auth/keep-logged-in.ts'
import { loginStore } from './auth/login-store.ts'
import { takeSignOnParameters } from './auth/sign-on-parameters.ts'
import { nextTask } from './next-task.ts'
import { registerOfflinePage } from './offline/register.ts'
import { createRoutes } from './routes.tsx'
import { preferencesStore } from './store/preferences.ts'
import { firstTexts } from './texts/index.ts'
import { hasChineseFont } from './ui/chinese-font.ts'
import { createStyleCache } from './ui/style-cache.ts'
import { prepareTimeFormats } from './ui/time-format.ts'

takeSignOnParameters(location, history)

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
const styles = createStyleCache(nonce)
const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

if (canEncrypt()) {
  void start(root)
} else {
  // Shows at once the page for unsupported browsers in index.html.
  root.dataset.unsupported = ''
}

/** In several tasks, between which the browser can paint (`nextTask`). */
async function start(place: HTMLElement): Promise<void> {
  // The server answers while the screen is being made.
  void loginStore.getState().resume()
  if (globalStyles) addStyles(globalStyles)
  await nextTask()
  const texts = firstTexts(preferencesStore.getState().language)
  // The address's screen is loaded meanwhile.
  const routes = createRoutes(texts)
  await nextTask()
  prepareTimeFormats()
  await nextTask()
  const theme = createTheme()
  await nextTask()
  // In a transition React renders in slices.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <CacheProvider value={styles}>
          <App texts={texts} theme={theme} routes={routes} />
        </CacheProvider>
      </StrictMode>,
    ),
  )
  keepLoggedIn()
  registerOfflinePage()
  await nextTask()
  if (!hasChineseFont()) void import('@fontsource-variable/noto-sans-sc/index.css')
}

function addStyles(text: string): void {
  const style = document.createElement('style')
  if (nonce) style.nonce = nonce
  style.textContent = text
  document.head.append(style)
}

/** False on plain http (except localhost) and in very old browsers: login and sealing need encryption. */
function canEncrypt(): boolean {
  return typeof globalThis.crypto?.subtle === 'object'
}
