import { refresher } from '#client/auth/refresh.ts'
import { tokens } from '#client/auth/tokens.ts'
import { preferencesStore } from '#client/store/preferences.ts'
import { type Api, createApi, isStopped } from './api.ts'
import { type OnSent, uploadFetch } from './upload-fetch.ts'

/** The calls that carry files; reports how many bytes were sent. */
export function uploadApi(onSent: OnSent): Api {
  return createApi({
    fetch: uploadFetch(onSent),
    tokens,
    refresher,
    language: () => preferencesStore.getState().language,
    newId: () => crypto.randomUUID(),
    isStopped,
  })
}
