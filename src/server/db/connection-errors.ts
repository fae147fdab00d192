/**
 * Whether something failed because the database is unreachable or took too long, so that it may be retried; the outcome
 * of a commit is then unknown. Looks through errors that libraries wrap around the cause.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown }
  if (typeof code === 'string' && unavailableCodes.test(code)) return true
  return unavailableMessages.test(error.message) || isDatabaseUnavailable(error.cause)
}

/**
 * Network errors, and PostgreSQL's: connection exception, too many connections, shutting down or starting up, timeouts
 * of statements, transactions and locks.
 */
const unavailableCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08...|53300|57P0[1-3]|57014|25P03|55P03)$/
/** Errors of node-postgres that have no code. */
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/
