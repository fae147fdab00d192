import type { z } from 'zod'
import type { Refresher } from '#client/auth/refresh.ts'
import type { Tokens } from '#client/auth/tokens.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Call } from '#protocol/call.ts'
import type { CallName, calls } from '#protocol/calls.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { ClientCode, Language, ServerCode } from '#protocol/messages/codes.ts'
import { type Failure, failureSchema } from '#protocol/outcome.ts'
import { callNamed } from './call-named.ts'

type Calls = typeof calls

/** What is sent: fields with a default may be left out. */
type Sent<S> = S extends z.ZodType
  ? { [K in keyof z.input<S>]: K extends keyof z.output<S> ? z.output<S>[K] : never }
  : never
type Part<C, K extends 'query' | 'body'> = C extends { readonly [P in K]: infer S extends z.ZodType }
  ? Record<never, never> extends Sent<S>
    ? { readonly [P in K]?: Sent<S> }
    : { readonly [P in K]: Sent<S> }
  : unknown
type Form<C> = C extends { readonly consumes: string } ? { readonly form: FormData } : unknown

export type CallOptions<N extends CallName> = Part<Calls[N], 'query'> &
  Part<Calls[N], 'body'> &
  Form<Calls[N]> & {
    readonly signal?: AbortSignal
    /** The section whose authorization is used; the one entered last where it is left out. */
    readonly session?: string
  }

/** A file where the call produces one, else the checked JSON. */
export type CallAnswer<N extends CallName> = Calls[N] extends { readonly produces: string }
  ? Blob
  : z.output<Calls[N]['response']>

type Arguments<N extends CallName> =
  Record<never, never> extends CallOptions<N> ? [options?: CallOptions<N>] : [options: CallOptions<N>]

export type Api = <N extends CallName>(
  name: N,
  ...options: Arguments<N>
) => Promise<Result<CallAnswer<N>, Failure>>

export interface ApiPorts {
  fetch(path: string, init: RequestInit): Promise<Response>
  readonly tokens: Tokens
  readonly refresher: Refresher
  language(): Language
  newId(): string
  /** Whether the section's log contradicts what was seen, so that nothing may be done there any more (ALM-6). */
  isStopped(session: string | undefined): boolean
}

interface AnyOptions {
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly form?: FormData
  readonly signal?: AbortSignal
  readonly session?: string
}

/**
 * The fetch client: makes every call of the contract table by its name. A refusal is returned as the server's
 * `Failure`, an unreachable server as code `offline`, a request whose `AbortSignal.timeout` fired as `time-out`, and a
 * refusal by a proxy or firewall as `turned-away`. Tokens are renewed before they expire; when one is refused, it is
 * renewed and the call repeated. A login that cannot be renewed is cleared.
 */
export function createApi(ports: ApiPorts): Api {
  const failure = (code: ClientCode | ServerCode, params: Failure['params'] = {}): Failure => {
    const message = messageFor(ports.language(), { code, params })
    return { Result: false, ResultMessage: message, message, code, params, requestId: '' }
  }

  async function request(call: Call, options: AnyOptions): Promise<Result<unknown, Failure>> {
    if (call.auth === 'session' && call.method === 'POST' && ports.isStopped(options.session))
      return err(failure('log-contradicted'))
    let response: Response
    try {
      response = await authorized(call, options)
    } catch (cause) {
      return err(failure(isTimeOut(cause) ? 'time-out' : 'offline'))
    }
    if (!response.ok) return err(await failureIn(response))
    try {
      if (call.produces) return ok(await response.blob())
      const text = await response.text()
      const parsed = call.response.safeParse(parseJson(text))
      return parsed.success ? ok(parsed.data) : err(unexplained(response))
    } catch (cause) {
      return err(failure(isTimeOut(cause) ? 'time-out' : 'offline'))
    }
  }

  async function authorized(call: Call, options: AnyOptions): Promise<Response> {
    const send = () => ports.fetch(call.path + searchOf(options.query), initOf(call, options, ports))
    if (call.auth === 'none') return send()
    await ports.refresher.fresh()
    const used = ports.tokens.user()
    const response = await send()
    if (response.status !== 401 || !(await ports.refresher.renewAfter(used))) return response
    return send()
  }

  async function failureIn(response: Response): Promise<Failure> {
    try {
      const parsed = failureSchema.safeParse(await response.json())
      if (parsed.success) return parsed.data
    } catch (cause) {
      if (isTimeOut(cause)) return failure('time-out')
      // Not the server's own answer: a proxy's page, or an answer cut short.
    }
    const { status } = response
    if (status === 429) return failure('too-many-requests')
    if (status === 401 || status === 403) return failure('turned-away', { status })
    return status >= 502 && status <= 504 ? failure('offline') : unexplained(response)
  }

  /** The answer is not the server's own and has no request number; support is told its status. */
  function unexplained({ status }: Response): Failure {
    return failure('internal', { requestId: `HTTP ${status}` })
  }

  return async (name, ...[options]) => {
    const call = await callNamed(name).catch(() => null)
    if (!call) return err(failure('offline'))
    return (await request(call, options ?? {})) as Result<CallAnswer<typeof name>, Failure>
  }
}

/** Whether `AbortSignal.timeout` aborted the request. */
function isTimeOut(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError'
}

function initOf(call: Call, { body, form, signal, session }: AnyOptions, ports: ApiPorts): RequestInit {
  const headers: Record<string, string> = { 'Accept-Language': ports.language() }
  const token = call.auth === 'session' ? ports.tokens.session(session) : ports.tokens.user()
  if (call.auth !== 'none' && token) headers.Authorization = `Bearer ${token}`
  if (call.method === 'POST' && call.auth === 'session') headers['Idempotency-Key'] = ports.newId()
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  return {
    method: call.method,
    headers,
    signal: signal ?? null,
    body: form ?? (body === undefined ? null : JSON.stringify(body)),
  }
}

function searchOf(query: AnyOptions['query']): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return search === '' ? '' : `?${search}`
}

/** The JSON value; anything else is returned as text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
