/**
 * Whether something failed because the database cannot be reached just now, or did not get to it in the time it has,
 * so that it may be asked again; what a commit came to is then not known. Looks through what libraries wrap around a failure.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown }
  if (typeof code === 'string' && awayCode.test(code)) return true
  return awayMessage.test(error.message) || isDatabaseUnavailable(error.cause)
}

/**
 * The network's errors, and PostgreSQL's: connection exception, too many connections, shutting down or starting up, a
 * statement or a transaction that was ended because it took too long, a lock that was not to be had.
 */
const awayCode =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08...|53300|57P0[1-3]|57014|25P03|55P03)$/
/** What node-postgres says without a code. */
const awayMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/
