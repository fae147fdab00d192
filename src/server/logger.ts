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
      hooks: {
        // The framework's own lines: an error without a text would be told by its message, and a text may have an
        // address in it.
        logMethod([first, ...rest], write) {
          const [subject, text] = typeof first === 'string' ? [{}, first] : [asSubject(first), rest[0]]
          const isFailure = 'err' in subject
          const told = text ?? (isFailure ? 'a failure' : undefined)
          write.call(this, subject, ...(told === undefined ? [] : [withoutQueries(String(told))]))
        },
      },
    },
    destination,
  )
}

function asSubject(first: unknown): object {
  if (first instanceof Error) return { err: first }
  return typeof first === 'object' && first !== null ? first : {}
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

/**
 * A failed statement without its parameters; what repeats a value that it complains about, as the database does and
 * whatever reads JSON or checks a schema, by its kind.
 */
function withoutValues(error: Error): string {
  const { code, message, name } = error as Error & { code?: unknown }
  const isAboutData = 'severity' in error && typeof code === 'string' && /^2[23]/.test(code)
  if (isAboutData) return `the database refused a value (${code})`
  if (name === 'SyntaxError' || name.endsWith('ZodError')) return 'a text is not as it must be'
  return withoutQueries(message.replace(/\nparams:[\s\S]*$/, ''))
}

/** Without the queries of addresses, which have tokens. */
function withoutQueries(text: string): string {
  return text.replace(/(?<=\/[\w.%/-]*)\?[^\s"'()]+/g, '?…')
}
