import type { Failure } from '#protocol/outcome.ts'

/** Codes of failures that no rule of an opening caused. */
const unspecific: readonly string[] = [
  'internal',
  'unavailable',
  'reports-busy',
  'storage-full',
  'newer-log',
  'offline',
  'time-out',
  'turned-away',
  'bad-request',
  'too-many-requests',
]

/** The text of a failure (SHL-13): the rule's own message, else the text `failed` followed by the cause. */
export function failureText(failed: string, { code, message }: Pick<Failure, 'code' | 'message'>): string {
  return unspecific.includes(code) ? `${failed}${message}` : message
}
