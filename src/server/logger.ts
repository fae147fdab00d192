import pino, { type DestinationStream, type Logger } from 'pino'

/** Standard error. */
const usual = () => pino.destination({ fd: 2, sync: true })

/**
 * The server's log: JSON lines. No line has a secret or personal data, at any level: errors are described without what
 * a statement was given, and headers are left out.
 */
export function createLogger(level: string, destination: DestinationStream = usual()): Logger {
  return pino(
    {
      level,
      serializers: { err: describeError },
      redact: { paths: ['headers', '*.headers', '*.*.headers'], remove: true },
    },
    destination,
  )
}

interface Described {
  readonly type: string
  readonly message?: string
  readonly at: readonly string[]
  readonly [detail: string]: unknown
}

/** What identifies the place of a failure of the database; its other details are values. */
const kept = ['code', 'syscall', 'severity', 'schema', 'table', 'constraint', 'routine'] as const

/** An error and its causes, without values. */
function describeError(error: unknown, depth = 0): Described | { readonly type: string } {
  if (!(error instanceof Error)) return { type: typeof error }
  const details = error as Error & Partial<Record<(typeof kept)[number], unknown>>
  return {
    type: error.name,
    message: withoutValues(error),
    ...Object.fromEntries(
      kept.flatMap((name) => (details[name] === undefined ? [] : [[name, details[name]]])),
    ),
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^ {4}at /.test(line))
      .map((line) => line.trim()),
    ...(error.cause !== undefined && depth < 5 ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}

/** A failed statement without its parameters; a database's complaint about data, which repeats them, by its code. */
function withoutValues(error: Error): string {
  const { code, message } = error as Error & { code?: unknown }
  const isAboutData = 'severity' in error && typeof code === 'string' && /^2[23]/.test(code)
  return isAboutData ? `the database refused a value (${code})` : message.replace(/\nparams:[\s\S]*$/, '')
}
