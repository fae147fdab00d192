import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Role } from '#domain/actor.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Failure } from '#protocol/outcome.ts'
import { roleOf } from '#protocol/user-type.ts'
import { api } from '../net/api.ts'
import { forgetCertificate } from '../net/certificate.ts'
import { encryptPassword } from '../net/password.ts'
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
  /** Logs in by account; the password leaves the page only under the server's public key. */
  logIn(userCode: string, password: string): Promise<Result<Who, Failure>>
  /** Ends the login here and on the server. */
  logOut(): Promise<void>
  /** Asks the server who this tab's token belongs to; to be called once when the page starts. */
  resume(): Promise<void>
}

export const loginStore = createStore<Login>()((set) => ({
  who: null,
  ready: false,
  async logIn(userCode, password) {
    const key = await api('getPublicKey')
    if (!key.ok) return key
    const body = { UserCode: userCode.trim(), PwdEnc: await encryptPassword(key.value.key, password) }
    const answer = await api('getOauth1', { body })
    if (!answer.ok) return answer
    tokens.setUser(answer.value.token)
    const who = whoOf(answer.value)
    set({ who, ready: true })
    return ok(who)
  },
  async logOut() {
    if (tokens.user()) await api('logout')
    tokens.clear()
  },
  async resume() {
    if (!tokens.user()) return set({ ready: true })
    const self = await api('getSelf')
    set({ who: self.ok ? whoOf(self.value) : null, ready: true })
  },
}))

tokens.onCleared(() => {
  forgetCertificate()
  loginStore.setState({ who: null, ready: true })
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

function whoOf(account: Omit<Who, 'role'>): Who {
  const { userType, userCode, userName, ShowName } = account
  const role = roleOf(userType)
  if (!role) throw new Error(`unknown user type ${userType}`)
  return { userType, role, userCode, userName, ShowName }
}
