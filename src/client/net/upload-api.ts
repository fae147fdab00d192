import { apiPorts } from './api-ports.ts'
import { type Api, createApi } from './contract-api.ts'
import { type OnSent, uploadFetch } from './upload-fetch.ts'

/** The calls that carry files; reports how many bytes were sent. */
export function uploadApi(onSent: OnSent): Api {
  return createApi({ ...apiPorts, fetch: uploadFetch(onSent) })
}
