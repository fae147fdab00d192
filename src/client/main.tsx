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
  // Chinese glyphs for machines that have none; browsers fetch only what the fonts before it lack.
  void import('@fontsource-variable/noto-sans-sc/index.css')
} else {
  // The page's own words for browsers that cannot run the hall (index.html) stay, without waiting.
  root.dataset.unsupported = ''
}

/** Not on plain http (localhost apart), nor in very old browsers: without it nobody can log in, nor seal a bid. */
function canEncrypt(): boolean {
  return typeof globalThis.crypto?.subtle === 'object'
}
