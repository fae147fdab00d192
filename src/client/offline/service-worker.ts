import { answerNavigation, isPage } from './answer-navigation.ts'

/* The hall's service worker: an offline page for pages that cannot be loaded, and nothing else. */

/** What is used here of a service worker's global scope; the project's types are those of pages. */
interface WorkerScope {
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } }
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}

interface Extendable {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent {
  readonly request: Request
  /** The navigation's answer, which the browser has asked for while the worker was starting. */
  readonly preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

const worker = globalThis as unknown as WorkerScope

// It keeps nothing, so a new one may take over at once.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => {
  const preload = worker.registration.navigationPreload?.enable()
  event.waitUntil(Promise.all([preload, worker.clients.claim()]))
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (!isPage(request)) return
  event.respondWith(answerNavigation(async () => (await event.preloadResponse) ?? fetch(request)))
})
