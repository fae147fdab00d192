// Starts a thread when the server runs from its sources: threads do not inherit the loader for TypeScript.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
await import(workerData)
