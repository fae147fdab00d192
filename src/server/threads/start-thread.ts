import { type ResourceLimits, Worker } from 'node:worker_threads'

/** The server's worker threads and their sources; each is built beside the server (`vite.config.ts`). */
const sources = { 'bid-file': '../bid-file-processor/worker.ts', report: '../reports/worker.ts' }

/** Starts a thread from its source, or from the file built beside the server. */
export function startThread(name: keyof typeof sources, resourceLimits: ResourceLimits = {}): Worker {
  const options = { name, execArgv: [], resourceLimits }
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL(`./${name}-worker.js`, import.meta.url), options)
  }
  const workerData = new URL(sources[name], import.meta.url).href
  return new Worker(new URL('./from-sources.mjs', import.meta.url), { ...options, workerData })
}
