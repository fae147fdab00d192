import { refresher } from '#client/auth/refresh.ts'
import { tokens } from '#client/auth/tokens.ts'
import { preferencesStore } from '#client/store/preferences.ts'
import { alarms } from './alarms.ts'
import type { ApiPorts } from './contract-api.ts'

/** What every client of the calls needs, apart from the way of sending. */
export const apiPorts: Omit<ApiPorts, 'fetch'> = {
  tokens,
  refresher,
  language: () => preferencesStore.getState().language,
  newId: () => crypto.randomUUID(),
  isStopped,
}

/** The section entered last where none is named, as for its authorization. */
function isStopped(session: string | undefined): boolean {
  return alarms.alarm(session ?? tokens.held()?.section ?? '') !== null
}
