import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
const styles = createCache({ key: 'kb', ...(nonce ? { nonce } : {}) })
const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

createRoot(root).render(
  <StrictMode>
    <CacheProvider value={styles}>
      <App />
    </CacheProvider>
  </StrictMode>,
)

// Chinese glyphs for machines that have none; browsers fetch only what the fonts before it lack.
void import('@fontsource-variable/noto-sans-sc/index.css')
