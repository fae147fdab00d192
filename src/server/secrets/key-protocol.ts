/*
 * What the hall and a key service say to each other over a Unix socket; README.md has it for those who write a service.
 * One request a connection: a line in ASCII, words separated by one space, and one line as the answer.
 */

export type KeyRequest =
  | { readonly type: 'keys' }
  | {
      readonly type: 'wrap' | 'unwrap'
      readonly keyId: string
      readonly about: string
      readonly value: Uint8Array
    }
  | { readonly type: 'mark'; readonly keyId: string; readonly text: string }

/** Longer lines are refused, in characters; the longest secret has some 2,000. */
export const longestLine = 65_536

export type KeyProblem = 'unknown-key' | 'not-unwrapped' | 'bad-request' | 'failed'

const encode = (value: Uint8Array | string) => Buffer.from(value).toString('base64url')
const decode = (word: string) => Buffer.from(word, 'base64url')

export function requestLine(request: KeyRequest): string {
  if (request.type === 'keys') return 'keys'
  if (request.type === 'mark') return `mark ${request.keyId} ${encode(request.text)}`
  return `${request.type} ${request.keyId} ${encode(request.about)} ${encode(request.value)}`
}

/** Null for a line that is no request. */
export function readRequest(line: string): KeyRequest | null {
  if (line === 'keys') return { type: 'keys' }
  if (!/^[a-z]+( [\w-]+)+$/.test(line)) return null
  const [type, keyId = '', first = '', second] = line.split(' ')
  if (type === 'mark' && second === undefined) return { type, keyId, text: decode(first).toString('utf8') }
  if ((type !== 'wrap' && type !== 'unwrap') || second === undefined) return null
  return { type, keyId, about: decode(first).toString('utf8'), value: decode(second) }
}

/** The words of a good answer, or the problem. */
export type KeyAnswer =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly problem: string }

export function answerLine(answer: KeyAnswer): string {
  return answer.ok ? ['ok', ...answer.words].join(' ') : `error ${answer.problem}`
}

/** Null for a line that is no answer. */
export function readAnswer(line: string): KeyAnswer | null {
  const [status, ...words] = line.split(' ')
  if (status === 'ok' && words.every((word) => /^[\w-]+$/.test(word))) return { ok: true, words }
  const [problem] = words
  return status === 'error' && problem ? { ok: false, problem } : null
}
