import { apiPorts } from './api-ports.ts'
import { createApi } from './contract-api.ts'

/** The page's client of the calls; `api.ts` loads it with the first call. */
export const apiClient = createApi({ ...apiPorts, fetch: (path, init) => fetch(path, init) })
