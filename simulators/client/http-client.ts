import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { err, ok, type Result } from '#lib/result.ts'
import { type CallName, calls } from '#protocol/calls.ts'

type Table = typeof calls
type Part<N extends CallName, K extends 'body' | 'query'> = Table[N] extends {
  [P in K]: infer S extends z.ZodType
}
  ? z.input<S>
  : undefined
export type CallBodyInput<N extends CallName> = Part<N, 'body'>
export type CallQueryInput<N extends CallName> = Part<N, 'query'>
/** What a call answers: the checked JSON, or the bytes of a call that produces a file. */
export type CallAnswer<N extends CallName> = Table[N] extends { produces: string }
  ? Uint8Array
  : z.output<Table[N]['response']>

/** A refusal as the server words it. */
export interface CallFailure {
  readonly status: number
  readonly code: string
  readonly message: string
}

export interface CallInput<N extends CallName> {
  readonly token?: string | undefined
  /** JSON, or the form of a multipart call. */
  readonly body?: CallBodyInput<N> | FormData | undefined
  readonly query?: CallQueryInput<N> | undefined
  /** Aborts the call. Calls without a signal are retried until the client's time-out. */
  readonly signal?: AbortSignal | undefined
  /** Idempotency-Key; a new one for each POST unless given. */
  readonly key?: string | undefined
}

/** Receives every raw answer; for tests that search all traffic. */
export type AnswerTap = (call: CallName, status: number, bytes: Uint8Array) => void

export interface HttpClient {
  readonly url: string
  /** Makes a call; a refusal is a value. Retries under the same key when the connection breaks. */
  attempt<N extends CallName>(name: N, input?: CallInput<N>): Promise<Result<CallAnswer<N>, CallFailure>>
  /** Like `attempt`, but throws on a refusal; the error's `cause` is the CallFailure. */
  call<N extends CallName>(name: N, input?: CallInput<N>): Promise<CallAnswer<N>>
}

export interface HttpClientOptions {
  /** Such as http://127.0.0.1:3000 */
  readonly url: string
  /** Time-out of the retries of a call without an answer, in milliseconds; 0: no retry. */
  readonly timeoutMs?: number
  /** Time-out of one attempt, in milliseconds. */
  readonly attemptMs?: number
  /** Milliseconds between an attempt without an answer and the next. */
  readonly retryMs?: number
  readonly tap?: AnswerTap
}

const usualRetryMs = 200

/** A REST client for the table of calls: typed by it, answers checked by its schemas. */
export function httpClient({
  url,
  timeoutMs = 60_000,
  attemptMs,
  retryMs = usualRetryMs,
  tap,
}: HttpClientOptions): HttpClient {
  const base = url.replace(/\/$/, '')

  async function attempt<N extends CallName>(
    name: N,
    input: CallInput<N> = {},
  ): Promise<Result<CallAnswer<N>, CallFailure>> {
    const call = calls[name]
    const response = await persist(base + call.path + queryText(input.query), requestOf(name, input), {
      timeoutMs: input.signal ? 0 : timeoutMs,
      attemptMs,
      retryMs,
    })
    tap?.(name, response.status, response.bytes)
    if (response.status >= 400) return err(readFailure(response))
    if ('produces' in call) return ok(response.bytes as CallAnswer<N>)
    return ok(call.response.parse(JSON.parse(new TextDecoder().decode(response.bytes))) as CallAnswer<N>)
  }

  return {
    url: base,
    attempt,
    async call(name, input) {
      const result = await attempt(name, input)
      if (result.ok) return result.value
      const { status, code, message } = result.error
      throw new Error(`${name} refused: ${status} ${code} ${message}`, { cause: result.error })
    },
  }
}

/** The refusal inside an error of `call` or `send`; null on any other error. */
export function failureOf(error: unknown): { code: string } | null {
  const cause = error instanceof Error ? error.cause : null
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return null
  return typeof cause.code === 'string' ? { code: cause.code } : null
}

/** A multipart form: the fields in this order, then the file. */
export function fileForm(
  fields: Record<string, string>,
  file: { name: string; bytes: Uint8Array },
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([file.bytes.slice()], { type: 'application/octet-stream' }), file.name)
  return form
}

function requestOf<N extends CallName>(name: N, input: CallInput<N>): RequestInit {
  const { method } = calls[name]
  const headers: Record<string, string> = {}
  if (input.token) headers.authorization = `Bearer ${input.token}`
  if (method === 'POST') headers['idempotency-key'] = input.key ?? randomUUID()
  const { body, signal = null } = input
  if (body === undefined) return { method, headers, signal }
  if (body instanceof FormData) return { method, headers, signal, body }
  const json = { ...headers, 'content-type': 'application/json' }
  return { method, headers: json, signal, body: JSON.stringify(body) }
}

/** HTTP Insufficient Storage; not retried. */
const fullDisk = 507
/** HTTP Request Timeout: the request did not reach the server in time, as when a machine stood still; it is sent again. */
const tooSlow = 408

interface Answer {
  readonly status: number
  readonly bytes: Uint8Array
}

interface Retries {
  readonly timeoutMs: number
  readonly attemptMs: number | undefined
  readonly retryMs: number
}

/** Retries a request until a server has read it and answers with less than 500. */
async function persist(
  url: string,
  init: RequestInit,
  { timeoutMs, attemptMs, retryMs }: Retries,
): Promise<Answer> {
  const givenUp = performance.now() + timeoutMs
  for (;;) {
    try {
      const answer = await attemptWithin(attemptMs, url, init)
      const isAnswer = (answer.status < 500 && answer.status !== tooSlow) || answer.status === fullDisk
      if (isAnswer || performance.now() > givenUp) return answer
    } catch (error) {
      if (performance.now() > givenUp) throw new Error(`no answer from ${url}: ${reasonOf(error)}`)
    }
    await sleep(retryMs)
  }
}

/** One request, aborted by its signal or after `attemptMs`. */
async function attemptWithin(attemptMs: number | undefined, url: string, init: RequestInit): Promise<Answer> {
  // Not `AbortSignal.any` of a time-out: Node 20 may collect such a signal as garbage, and then it never fires.
  const ending = new AbortController()
  const abort = () => ending.abort(init.signal?.reason)
  const timer = attemptMs ? setTimeout(() => ending.abort(new Error('time-out')), attemptMs) : undefined
  init.signal?.addEventListener('abort', abort)
  if (init.signal?.aborted) abort()
  try {
    const response = await fetch(url, { ...init, signal: ending.signal })
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
  } finally {
    clearTimeout(timer)
    init.signal?.removeEventListener('abort', abort)
  }
}

/** `fetch` gives the reason only in the error's cause. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: error }
  return String(cause ?? error)
}

function readFailure({ status, bytes }: Answer): CallFailure {
  const text = new TextDecoder().decode(bytes)
  try {
    const { code, message } = JSON.parse(text)
    return { status, code: String(code), message: String(message) }
  } catch {
    return { status, code: unreadable, message: text.slice(0, 200) }
  }
}

/** The code of an answer that is none of the hall's calls. */
export const unreadable = 'unreadable'

/** The query with its question mark; empty without values. */
export function queryText(query: unknown): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
