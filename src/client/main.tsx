import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { keepLoggedIn } from './auth/keep-logged-in.ts'
import { takeSignOnParameters } from './auth/sign-on-parameters.ts'
import { registerOfflinePage } from './offline/register.ts'
import { preferencesStore } from './store/preferences.ts'
import { firstTexts } from './texts/index.ts'
import { hasChineseFont } from './ui/chinese-font.ts'

takeSignOnParameters(location, history)

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
const styles = createCache({ key: 'kb', ...(nonce ? { nonce } : {}) })
const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

if (canEncrypt()) {
  const texts = firstTexts(preferencesStore.getState().language)
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={styles}>
        <App texts={texts} />
      </CacheProvider>
    </StrictMode>,
  )
  keepLoggedIn()
  registerOfflinePage()
  if (!hasChineseFont()) void import('@fontsource-variable/noto-sans-sc/index.css')
} else {
  // Shows at once the page for unsupported browsers in index.html.
  root.dataset.unsupported = ''
}

/** False on plain http (except localhost) and in very old browsers: login and sealing need encryption. */
function canEncrypt(): boolean {
  return typeof globalThis.crypto?.subtle === 'object'
}
