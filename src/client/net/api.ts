import { evaluateLinked } from '#client/linked.ts'
import { preferencesStore } from '#client/store/preferences.ts'
import { err } from '#lib/result.ts'
import { serverRefusals } from '#protocol/messages/refusals/server.ts'
import type { Api } from './contract-api.ts'

export type { Api, CallAnswer } from './contract-api.ts'

/**
 * Makes a call of the contract table by its name (`createApi`). The client is loaded with the first call: the home page
 * makes none.
 */
export const api: Api = async (name, ...options) => {
  const made = await contractApi().catch(() => null)
  return made ? made(name, ...options) : err(offline())
}

let loading: Promise<Api> | null = null

/** Where it cannot be loaded, the next call tries again. */
function contractApi(): Promise<Api> {
  loading ??= evaluateLinked('later').then(async () => (await import('./api-client.ts')).apiClient)
  loading.catch(() => {
    loading = null
  })
  return loading
}

function offline() {
  const { zh, en } = serverRefusals.offline
  const message = preferencesStore.getState().language === 'en' ? en : zh
  return {
    Result: false,
    ResultMessage: message,
    message,
    code: 'offline',
    params: {},
    requestId: '',
  } as const
}
