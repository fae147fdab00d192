import type { Failure } from '#protocol/outcome.ts'

/** What a refusal for no reason of the rules' comes as. */
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

/** What a failure says (SHL-13): the rules' own words, or else that the act `failed`, and what came in its way. */
export function failureText(failed: string, { code, message }: Pick<Failure, 'code' | 'message'>): string {
  return unspecific.includes(code) ? `${failed}${message}` : message
}
