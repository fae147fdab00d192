import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Role } from '#domain/actor.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { LoginAnswer } from '#protocol/calls/access.ts'
import type { Failure } from '#protocol/outcome.ts'
import { api } from '../net/api.ts'
import { forgetCertificate } from '../net/certificate.ts'
import { isOwnTab } from '../net/tab.ts'
import { tokens } from '../net/tokens.ts'

/** Who is logged in (S0 §3 "login data"). */
export interface Who {
  readonly userType: number
  readonly role: Role
  readonly userCode: string
  readonly userName: string
  readonly ShowName: string
}

export interface Login {
  readonly who: Who | null
  /** False until it is known whether this tab's token still counts. */
  readonly ready: boolean
  /** How the last login of this tab ended: by its owner's choice, or by expiry, revocation, or elsewhere. */
  readonly farewell: 'chosen' | 'ended' | null
  /** Takes up a login that the server has granted, by whichever way. */
  begin(answer: LoginAnswer): Who
  /** Ends a login that was granted but is not the one asked for. */
  discard(answer: LoginAnswer): Promise<void>
  /** Ends the login here and on the server; `everywhere` ends all of this person's logins on every device. */
  logOut(everywhere?: boolean): Promise<void>
  /** Asks the server who this tab's token belongs to; to be called once when the page starts. */
  resume(): Promise<void>
  /** Asks whether the login still stands: it may have been ended from elsewhere. */
  check(): Promise<void>
}

/** Tells this browser's other tabs that logins were ended: theirs may be among them. */
const elsewhere = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('kaibiao.logins')

export const loginStore = createStore<Login>()((set, get) => ({
  who: null,
  ready: false,
  farewell: null,
  begin(answer) {
    // Whoever was logged in here before may have been somebody else: sections were entered as them.
    tokens.leaveSessions()
    tokens.begin(answer)
    const who = whoOf(answer)
    set({ who, ready: true, farewell: null })
    return who
  },
  async discard(answer) {
    tokens.begin(answer)
    await get().logOut()
  },
  async logOut(everywhere = false) {
    if (tokens.user()) await api(everywhere ? 'logoutAll' : 'logout')
    set({ farewell: 'chosen' })
    tokens.clear()
    if (everywhere) elsewhere?.postMessage('ended')
  },
  async resume() {
    // A duplicated tab has the tokens of the other: renewed in both, they would count in neither.
    if (!(await isOwnTab())) tokens.clear()
    if (!tokens.user()) return set({ ready: true })
    const self = await api('getSelf')
    set({ who: self.ok ? whoOf(self.value) : null, ready: true })
  },
  async check() {
    if (get().who) await api('getSelf')
  },
}))

elsewhere?.addEventListener('message', () => void loginStore.getState().check())

tokens.onCleared(() => {
  forgetCertificate()
  loginStore.setState(({ farewell }) => ({ who: null, ready: true, farewell: farewell ?? 'ended' }))
})

/** A part of the login: `useLogin((login) => login.who)`. */
export function useLogin<T>(selector: (login: Login) => T): T {
  return useStore(loginStore, selector)
}

/**
 * Enters a section (S0 §2 "entering a project"): the platform's record, then the authorization under which the
 * section's calls and its socket run. Yields the session's id.
 */
export async function enterProject(bdGuid: string): Promise<Result<string, Failure>> {
  const found = await api('getJYPTGongCheng', { body: { BDGuid: bdGuid } })
  if (!found.ok) return found
  const [section] = found.value
  if (!section) return err(nothingFound)
  const { bidProjGuid, dbGuid } = section
  const entered = await api('getProjectAuthorization', { body: { bidProjGuid, dbGuid } })
  if (!entered.ok) return entered
  tokens.enterSession(entered.value.bidProjGuid, entered.value.oauth2)
  return ok(entered.value.bidProjGuid)
}

const nothingFound: Failure = {
  Result: false,
  ResultMessage: '',
  message: '',
  code: 'not-found',
  params: {},
  requestId: '',
}

function whoOf({ userType, role, userCode, userName, ShowName }: Who): Who {
  return { userType, role, userCode, userName, ShowName }
}
