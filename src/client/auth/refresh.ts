import { accessCalls } from '#protocol/calls/access.ts'
import { failureSchema } from '#protocol/outcome.ts'
import { type Tabs, tabs } from './tabs.ts'
import { sectionsIn, type Tokens, tokens } from './tokens.ts'

/** Time-out of a refresh in milliseconds: other tabs wait for their turn. */
const timeoutMs = 10_000

/** How long a call waits for the renewal of a token that is still valid, in milliseconds; the renewal goes on. */
const turnTimeoutMs = 3000

/** The most authorizations in one refresh; a tab whose section was left out renews it itself. */
const mostSections = 50

export interface Refresher {
  /**
   * Resolves once the tokens are valid for the next call. Renews them if that is due; if the renewal fails or takes too
   * long, tokens that are still valid are kept.
   */
  fresh(): Promise<void>
  /**
   * Renews the login whose token the server refused; true when there is another token now. A login that the server
   * does not renew is forgotten; if the server cannot be reached it is kept.
   */
  renewAfter(refused: string | null): Promise<boolean>
}

export interface RefreshPorts {
  fetch(path: string, init: RequestInit): Promise<Response>
  readonly tokens: Tokens
  readonly tabs: Pick<Tabs, 'inTurn' | 'adoptNewer' | 'adoptOther' | 'tellRenewed'>
  now(): number
}

/**
 * Renews a login and the authorizations of its sections, one refresh at a time however many ask, in this tab and in
 * the others that share the login.
 */
export function createRefresher({ fetch, tokens, tabs, now }: RefreshPorts): Refresher {
  let running: Promise<void> | null = null

  function renew(): Promise<void> {
    const before = tokens.renewal()?.refreshToken
    running ??= tabs
      .inTurn(() => ask(before))
      .finally(() => {
        running = null
      })
    return running
  }

  /** Another tab may delay the renewal: a call with a valid token does not wait long for it. */
  async function renewInTime(): Promise<void> {
    if (!tokens.isGood()) return renew()
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, turnTimeoutMs)
    })
    await Promise.race([renew(), late]).finally(() => clearTimeout(timer))
  }

  async function ask(before: string | undefined): Promise<void> {
    const ofOthers = await tabs.adoptNewer()
    const renewal = tokens.renewal()
    // Another tab was faster, or the login is over.
    if (!renewal || before === undefined || !isStill(before)) return
    const { path, method, response: schema } = accessCalls.refresh
    const authorizations = [...new Set([...tokens.sessions(), ...ofOthers])].slice(0, mostSections)
    const body = JSON.stringify({ refreshToken: before, authorizations })
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': renewal.key }
    try {
      const response = await fetch(path, { method, headers, body, signal: AbortSignal.timeout(timeoutMs) })
      if (response.ok) {
        const answer = schema.parse(await response.json())
        tokens.renew(renewal, answer)
        if (tokens.user() === answer.token) tabs.tellRenewed(sectionsIn(answer.authorizations))
      } else if (await isRefusal(response)) {
        if (isStill(before) && !(await tabs.adoptOther()) && isStill(before)) tokens.clear()
      }
    } catch {
      // Unreachable, or the answer was cut short: the next call repeats it under the same key.
    }
  }

  function isStill(refreshToken: string): boolean {
    return tokens.renewal()?.refreshToken === refreshToken
  }

  return {
    async fresh() {
      const renewal = tokens.renewal()
      if (renewal && now() >= renewal.dueAt) await renewInTime()
    },
    async renewAfter(refused) {
      if (tokens.user() !== refused) return tokens.user() !== null
      await renew()
      return tokens.user() !== null && tokens.user() !== refused
    },
  }
}

/** Whether the server itself refused the token: a proxy may answer 401, too. */
async function isRefusal(response: Response): Promise<boolean> {
  return response.status === 401 && failureSchema.safeParse(await response.json()).success
}

export const refresher = createRefresher({
  fetch: (path, init) => fetch(path, init),
  tokens,
  tabs,
  now: Date.now,
})
