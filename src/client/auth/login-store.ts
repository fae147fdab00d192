import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { forgetCertificate } from '#client/certificates/chosen-certificate.ts'
import { api } from '#client/net/api.ts'
import type { Role } from '#domain/session/actor.ts'
import type { LoginAnswer } from '#protocol/calls/access.ts'
import type { Failure } from '#protocol/outcome.ts'
import { tabs } from './tabs.ts'
import { tokens } from './tokens.ts'

/** Who is logged in. */
export interface Who {
  readonly userType: number
  readonly role: Role
  readonly userCode: string
  readonly userName: string
  readonly ShowName: string
}

export interface Login {
  readonly who: Who | null
  /** False until it is known whether this tab's token is still valid. */
  readonly ready: boolean
  /** Why that cannot be found out: the server is away, and the login is kept. */
  readonly away: Failure | null
  /** How this tab's last login ended: by logging out, by switching the account, or by expiry or revocation. */
  readonly lastEnd: 'logged-out' | 'switched' | 'ended' | null
  /** Starts a login that the server has granted, whichever way of logging in was used. */
  begin(answer: LoginAnswer): Who
  /** Ends a login that was granted but is not the one asked for. */
  discard(answer: LoginAnswer): Promise<void>
  /**
   * Ends the login on the server and in every tab that shares it; `everywhere` ends all of this person's logins on
   * every device.
   */
  logOut(everywhere?: boolean): Promise<void>
  /** Lets somebody else log in in this tab; other tabs that share the login keep it. */
  switchAccount(): Promise<void>
  /** Finds out who is logged in, in this tab or in another that shares its login. Call it when the page starts. */
  resume(): Promise<void>
  /** Asks the server whether the login is still valid: it may have been ended elsewhere. */
  check(): Promise<void>
}

export const loginStore = createStore<Login>()((set, get) => ({
  who: null,
  ready: false,
  away: null,
  lastEnd: null,
  begin(answer) {
    if (mayBeOtherUser(get().who, answer)) {
      tokens.forget()
      forgetCertificate()
    }
    tokens.leaveSessions()
    tokens.begin(answer)
    tabs.showLogin()
    const who = whoOf(answer)
    set({ who, ready: true, lastEnd: null })
    return who
  },
  async discard(answer) {
    tokens.begin(answer)
    await get().logOut()
  },
  async logOut(everywhere = false) {
    const login = tokens.login()
    if (tokens.user()) await api(everywhere ? 'logoutAll' : 'logout')
    set({ lastEnd: 'logged-out' })
    tokens.clear()
    if (login) tabs.tellEnded(login)
    if (everywhere) tabs.tellLoginsEnded()
  },
  async switchAccount() {
    if (tokens.user() && !(await tabs.isShared())) await api('logout')
    set({ lastEnd: 'switched' })
    tokens.clear()
  },
  async resume() {
    tabs.showLogin()
    await tabs.adopt()
    if (!tokens.user()) return set({ ready: true })
    const login = tokens.login()
    const self = await api('getSelf')
    // Somebody else may have logged in meanwhile: then the answer is about another login.
    if (tokens.login() !== login) return
    // A login that the server refuses is cleared; this one it said nothing about.
    if (!self.ok && tokens.user()) return set({ away: self.error })
    set({ who: self.ok ? whoOf(self.value) : null, ready: true, away: null })
  },
  async check() {
    if (get().who) await api('getSelf')
  },
}))

tabs.listen((news) => {
  if (news === 'look') return void loginStore.getState().check()
  loginStore.setState({ lastEnd: 'logged-out' })
  tokens.clear()
})

tokens.onCleared(() => {
  tabs.showLogin()
  forgetCertificate()
  loginStore.setState(({ lastEnd }) => ({ who: null, ready: true, lastEnd: lastEnd ?? 'ended' }))
})

/** A part of the login: `useLogin((login) => login.who)`. */
export function useLogin<T>(selector: (login: Login) => T): T {
  return useStore(loginStore, selector)
}

/** Whether another user may have been logged in in this tab: unknown until `resume` has answered. */
function mayBeOtherUser(held: Who | null, { role, userCode }: Who): boolean {
  return held ? held.userCode !== userCode || held.role !== role : tokens.user() !== null
}

function whoOf({ userType, role, userCode, userName, ShowName }: Who): Who {
  return { userType, role, userCode, userName, ShowName }
}
