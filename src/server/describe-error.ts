/* Errors for the log: what identifies their kind and their place, without values. */

interface Described {
  readonly type: string
  readonly message?: string
  readonly at: readonly string[]
  readonly [detail: string]: unknown
}

/** What identifies the place of a failure of the database; its other details are values. */
const kept = ['code', 'syscall', 'severity', 'schema', 'table', 'constraint', 'routine'] as const

/** An error and its causes, without values. */
export function describeError(error: unknown, depth = 0): Described | { readonly type: string } {
  if (!(error instanceof Error)) return { type: typeof error }
  const details = error as Error & Partial<Record<(typeof kept)[number], unknown>>
  return {
    type: error.name,
    message: withoutValues(error),
    ...Object.fromEntries(
      kept.flatMap((name) => (details[name] === undefined ? [] : [[name, details[name]]])),
    ),
    at: framesOf(error).map((line) => line.trim()),
    ...(error.cause !== undefined && depth < 5 ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}

/**
 * An error of a thread that reads or writes what is secret, for the log: its kind, the beginning of its text and its
 * place. Libraries quote what they were given after a colon, in brackets or in quotes.
 */
export function withoutContent(error: unknown): { readonly message: string; readonly stack: string } {
  if (!(error instanceof Error)) return { message: typeof error, stack: '' }
  const [beginning = ''] = withoutValues(error).split(/[:([{'"`\n]/)
  const message = `${error.name}: ${beginning.trim()}`
  return { message, stack: [message, ...framesOf(error)].join('\n') }
}

function framesOf({ stack = '' }: Error): string[] {
  return stack.split('\n').filter((line) => /^ {4}at /.test(line))
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
export function withoutQueries(text: string): string {
  return text.replace(/(?<=\/[\w.%/-]*)\?[^\s"'()]+/g, '?…')
}
