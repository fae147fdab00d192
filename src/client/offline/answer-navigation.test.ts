import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { answerNavigation, isPage } from './answer-navigation.ts'

const at = (url: string, mode = 'navigate', method = 'GET') =>
  isPage({ url: `https://hall.example${url}`, mode: mode as RequestMode, method })

test('[OFF-1] the service worker answers for pages alone: no call, no file, no socket', () => {
  expect([at('/'), at('/hall?page=2'), at('/bid/one/bidend')]).toEqual([true, true, true])
  expect([at('/api/KB_Local/getVariant'), at('/hall', 'navigate', 'POST')]).toEqual([false, false])
  for (const url of ['/api/trail', '/assets/main.js', '/socket.io/?transport=polling']) {
    expect(at(url, 'cors'), url).toBe(false)
  }
})

test('[OFF-1] the service worker keeps nothing: its sources know no cache and no other storage', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const sources = readdirSync(folder).filter((name) => !name.includes('.test.'))
  expect(sources).toContain('service-worker.ts')
  for (const name of sources) {
    const text = readFileSync(`${folder}/${name}`, 'utf8')
    expect(text, name).not.toMatch(/\bcaches\b|\bindexedDB\b|localStorage|sessionStorage/)
  }
})

test('[OFF-2] a page that the network does not give is replaced by the offline page, in both languages', async () => {
  const away = await answerNavigation(() => Promise.reject(new TypeError('no network')))
  const text = await away.text()
  expect(text).toContain('暂时连接不上开标大厅')
  expect(text).toContain('The hall cannot be reached')
  // It stands in for a hall that is being maintained, too.
  expect(text).toMatch(/正在维护.*under maintenance/s)
  expect(away.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[\w+/]{43}='/)
  const behindProxy = await answerNavigation(async () => new Response('Bad Gateway', { status: 502 }))
  expect(await behindProxy.text()).toBe(text)
  const page = new Response('the hall')
  expect(await answerNavigation(async () => page)).toBe(page)
  const missing = new Response('', { status: 404 })
  expect(await answerNavigation(async () => missing)).toBe(missing)
})
