import { accessCalls } from '#protocol/calls/access.ts'
import { type Tokens, tokens } from './tokens.ts'

export interface Refresher {
  /** Resolves once the tokens are good for the next call: renewed where that is due, as they are where it fails. */
  fresh(): Promise<void>
  /**
   * Renews the login whose token the server did not take; true when another token is there now. A login that cannot be
   * renewed is forgotten; without a way to the server it is kept.
   */
  renewAfter(refused: string | null): Promise<boolean>
}

export interface RefreshPorts {
  fetch(path: string, init: RequestInit): Promise<Response>
  readonly tokens: Tokens
  now(): number
}

/** Renews this tab's login and the authorizations of its sections, one refresh at a time however many ask. */
export function createRefresher({ fetch, tokens, now }: RefreshPorts): Refresher {
  let running: Promise<void> | null = null

  function renew(): Promise<void> {
    running ??= ask().finally(() => {
      running = null
    })
    return running
  }

  async function ask(): Promise<void> {
    const renewal = tokens.renewal()
    if (!renewal) return
    const { path, method, response: schema } = accessCalls.refresh
    const body = JSON.stringify({ refreshToken: renewal.refreshToken, authorizations: tokens.sessions() })
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': renewal.key }
    try {
      const response = await fetch(path, { method, headers, body })
      if (response.ok) tokens.renew(renewal, schema.parse(await response.json()))
      else if (response.status === 401 && isStill(renewal.refreshToken)) tokens.clear()
    } catch {
      // No way through, or an answer cut short: asked again under the same key, with the next call.
    }
  }

  function isStill(refreshToken: string): boolean {
    return tokens.renewal()?.refreshToken === refreshToken
  }

  return {
    async fresh() {
      const renewal = tokens.renewal()
      if (renewal && now() >= renewal.dueAt) await renew()
    },
    async renewAfter(refused) {
      if (tokens.user() !== refused) return tokens.user() !== null
      await renew()
      return tokens.user() !== null && tokens.user() !== refused
    },
  }
}

export const refresher = createRefresher({
  fetch: (path, init) => fetch(path, init),
  tokens,
  now: Date.now,
})

/** A tab that only looks on must stay logged in too: its socket may have to come back at any moment. */
const lookMilliseconds = 30_000

/** Keeps this tab's login renewed while the page is open. */
export function keepLoggedIn(): void {
  setInterval(() => void refresher.fresh(), lookMilliseconds)
}
