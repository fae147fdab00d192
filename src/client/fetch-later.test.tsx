import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchLater } from './fetch-later.ts'

beforeEach(() => {
  const template = document.createElement('template')
  template.id = 'later'
  template.innerHTML = '<link data-later href="/assets/hall.js">'
  document.head.append(template)
})
afterEach(() => {
  history.replaceState(null, '', '/')
  // Not all of the head: other tests in this worker have their styles there.
  for (const left of document.head.querySelectorAll('template#later, link[data-later]')) left.remove()
})

const linked = () => document.head.querySelectorAll('link[data-later]').length

test('all screens but the home page fetch early what they need, after the first frame', async () => {
  history.replaceState(null, '', '/hall')
  fetchLater()
  expect(linked()).toBe(0)
  await vi.waitFor(() => expect(linked()).toBe(1))
})

test('the home page fetches none of it', async () => {
  history.replaceState(null, '', '/?login')
  fetchLater()
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)))
  expect(linked()).toBe(0)
})
