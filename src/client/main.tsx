import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { keepLoggedIn } from './auth/refresh.ts'
import { takeSignOnParameters } from './auth/sign-on-parameters.ts'

takeSignOnParameters(location, history)

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
const styles = createCache({ key: 'kb', ...(nonce ? { nonce } : {}) })
const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

if (canEncrypt()) {
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={styles}>
        <App />
      </CacheProvider>
    </StrictMode>,
  )
  keepLoggedIn()
  // A Chinese font for systems without one; browsers fetch only glyphs that the system's fonts lack.
  void import('@fontsource-variable/noto-sans-sc/index.css')
} else {
  // Shows at once the page for unsupported browsers in index.html.
  root.dataset.unsupported = ''
}

/** False on plain http (except localhost) and in very old browsers: login and sealing need encryption. */
function canEncrypt(): boolean {
  return typeof globalThis.crypto?.subtle === 'object'
}
