import { type ResourceLimits, Worker } from 'node:worker_threads'

/** The server's worker threads and their sources; each is built beside the server (`vite.config.ts`). */
const sources = { 'bid-file': '../bid-file-processor/worker.ts', report: '../reports/worker.ts' }

/** What a task leaves behind is collected early, so that a thread without work holds little. */
const young = { maxYoungGenerationSizeMb: 12 }

/** Starts a thread from its source, or from the file built beside the server. */
export function startThread(name: keyof typeof sources, limits: ResourceLimits = {}): Worker {
  const options = { name, execArgv: [], resourceLimits: { ...young, ...limits } }
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL(`./${name}-worker.js`, import.meta.url), options)
  }
  const workerData = new URL(sources[name], import.meta.url).href
  return new Worker(new URL('./from-sources.mjs', import.meta.url), { ...options, workerData })
}
