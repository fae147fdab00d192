import { tokens } from './tokens.ts'

/** A tab that makes no calls must stay logged in, too: its socket may have to reconnect at any moment. */
const lookMilliseconds = 30_000

/** Keeps this tab's login renewed while the page is open. */
export function keepLoggedIn(): void {
  setInterval(() => {
    // Not loaded before there is a login.
    if (tokens.renewal()) void import('./refresh.ts').then(({ refresher }) => refresher.fresh())
  }, lookMilliseconds)
}
