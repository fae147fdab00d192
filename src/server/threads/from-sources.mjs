// Where the server runs from its sources: a thread does not inherit the loader that reads them.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
await import(workerData)
