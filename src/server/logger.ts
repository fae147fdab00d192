import pino, { type DestinationStream, type Logger } from 'pino'
import { describeError, withoutQueries } from './describe-error.ts'

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
