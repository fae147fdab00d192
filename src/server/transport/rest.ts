import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '#domain/session/actor.ts'
import { permissions, refusal, refusalOf, type Standing } from '#domain/session/permissions.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { cleanTexts } from '#lib/text.ts'
import type { Call } from '#protocol/call.ts'
import { languageOf, messageFor } from '#protocol/messages/catalogue.ts'
import type { Failure } from '#protocol/outcome.ts'
import { largestFileMegabytes } from '#protocol/upload-limit.ts'
import type { Login } from '../auth/login-rows.ts'
import type { FailureLog } from '../failure-log.ts'
import { checkAfterUpload } from '../files/upload.ts'
import type { PlatformAuthenticator } from '../platform/platform-authenticator.ts'
import { type Refusal, refuse, statusOf } from '../refusal.ts'
import { asRequester, type Requester } from '../requester.ts'
import { isChange, isRead } from '../trail/attempted.ts'
import type { Authenticator } from './authenticator.ts'
import { hasBody, largestBody } from './body-watch.ts'
import type { CallBudgets, Wait } from './call-budgets.ts'
import { type CallRoute, routesOf } from './call-routes.ts'
import { namedAs } from './field-names.ts'
import type { Download, Handler, KnownSection, OpenSession } from './handler.ts'
import { classOf, isPlaceClass } from './limit-table.ts'
import { operationOf } from './operation.ts'
import { bearerOf, type TrailHooks } from './trail-hooks.ts'

interface Services {
  readonly authenticator: Authenticator
  readonly platform: PlatformAuthenticator
  readonly budgets: CallBudgets
  readonly failures: FailureLog
  readonly trail: TrailHooks
  /** A section as the actor may see it; null for an unknown one. */
  session(id: string, actor: Actor): Promise<OpenSession | null>
  /** The actor's standing in a section whose log may be damaged; null for an unknown one. */
  standing(id: string, actor: Actor): Promise<Standing | null>
}

/** The caller and the section, as far as the call's `auth` demands them. */
interface Admitted {
  readonly login: Login | null
  readonly session: OpenSession | KnownSection | null
}

interface Answering {
  readonly handler: Handler<Call>
  readonly who: Admitted | undefined
  readonly failures: FailureLog
  /** Writes to the trail what is about to be answered. */
  record(answered: Admitted & { readonly answer: unknown }): Promise<void>
}

/** Adds a route for every call of the contract table. */
export function mountCalls(
  app: FastifyInstance,
  calls: Readonly<Record<string, Call>>,
  handlers: Readonly<Record<string, unknown>>,
  services: Services,
): void {
  const admitted = new WeakMap<FastifyRequest, Admitted>()
  const uploads = countAtOnce(uploadsAtOnce)
  const answers = countAtOnce(answersAtOnce)
  const exports = countAtOnce(exportsAtOnce)
  for (const [name, call] of Object.entries(calls)) {
    const handler = handlers[name] as Handler<Call> | undefined
    if (!handler) throw new Error(`call ${name} has no handler`)
    function noteRefusal(request: FastifyRequest, code: Refusal['code']): void {
      const noted = services.trail.refused({ name, call, request }, admitted.get(request), code)
      noted.catch((error: unknown) =>
        services.failures.report('a refusal left no line', error, { call: name }),
      )
    }
    async function acceptSigned(request: FastifyRequest, reply: FastifyReply) {
      const accepted = await services.platform.accept(request)
      if (!accepted.ok) return sendRefusal(request, reply, accepted.error)
      request.body = cleanBody(request.body)
      admitted.set(request, { login: null, session: null })
    }
    for (const route of routesOf(name, call))
      app.route({
        method: route.call.method,
        url: call.path,
        bodyLimit: largestBody[call.auth],
        schema: operationOf(route.name, route.call),
        exposeHeadRoute: !route.call.unsafe,
        config: { noteRefusal },
        helmet: false,
        onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
          const wait = waitOfPlace(request, { name, call }, services)
          if (wait > 0) return sendRefusal(request, reply, tooMany(wait))
        },
        // A form's parts are validated while the upload is read: they are not known before.
        ...(call.form ? { validatorCompiler: () => () => true } : {}),
        // Before the body is read and validated: an unauthorized caller learns nothing about the input.
        preParsing: async (request: FastifyRequest, reply: FastifyReply) => {
          const who = await admit(request, { name, call }, services)
          if (!who.ok) return sendRefusal(request, reply, who.error)
          const { login } = who.value
          // The client has gone while its login was read: nobody waits for an answer, and its end would not be counted.
          if (reply.raw.closed || reply.raw.destroyed) return reply.hijack()
          if (login) {
            const account = login.actor.id
            const mayBegin =
              answers.begin(account, reply.raw) && (!call.form || uploads.begin(account, reply.raw))
            if (!mayBegin) return sendRefusal(request, reply, { code: 'too-many-requests', params: {} })
            if (classOf(name, call) === 'export' && !exports.begin(account, reply.raw))
              return sendRefusal(request, reply, tooMany(1))
            if (call.form) checkAfterUpload(request, stillLoggedIn(services.authenticator, login))
          }
          // Whoever copied a token is not the platform: that shows once the body has been read.
          if (call.auth !== 'platform') admitted.set(request, who.value)
        },
        ...(call.auth === 'platform' ? { preValidation: acceptSigned } : {}),
        ...(call.auth === 'platform' || call.form ? {} : { preValidation: inputOf(route.call) }),
        handler: (request, reply) =>
          answer(request, reply, route, {
            handler,
            who: admitted.get(request),
            failures: services.failures,
            record: (answered) => services.trail.done({ name, call, request }, answered),
          }),
      })
  }
}

/** Uploads that a user sends at the same time: each may take the largest file's place on disk until it is checked. */
const uploadsAtOnce = 4

/**
 * Calls of an account in progress (LIM-10), until the answer is taken: each may hold a long one in memory. Ten tabs
 * that open together have fewer.
 */
const answersAtOnce = 64

/** Exports of an account in progress (LIM-12), until they are taken. */
const exportsAtOnce = 1

/** Counts what each user has in progress, of which there may be so many. */
function countAtOnce(most: number) {
  const running = new Map<string, number>()
  const count = (user: string, change: 1 | -1) => {
    const now = (running.get(user) ?? 0) + change
    if (now > 0) running.set(user, now)
    else running.delete(user)
  }
  return {
    /** Counts one until its answer is sent or its client gone; false where there are too many. */
    begin(user: string, response: ServerResponse): boolean {
      if ((running.get(user) ?? 0) >= most) return false
      count(user, 1)
      response.once('close', () => count(user, -1))
      return true
    },
  }
}

/** Names the input's fields as the call does; a POST without a body has all its fields left out. */
function inputOf({ query, body }: Call) {
  return async (request: FastifyRequest): Promise<void> => {
    request.query = namedAs(query, request.query)
    if (request.method === 'POST') request.body = namedAs(body, request.body ?? {})
  }
}

/** A body of the platform without the characters that are not seen (PLF-7); a password, which nobody reads, stays. */
function cleanBody(body: unknown): unknown {
  const hasPassword = typeof body === 'object' && body !== null && 'password' in body
  return hasPassword ? { ...cleanTexts(body), password: body.password } : cleanTexts(body)
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { call, own }: CallRoute,
  { handler, who, failures, record }: Answering,
): Promise<unknown> {
  if (!who) throw new Error('a call was answered that nobody was admitted to')
  const commandId = commandIdOf(request)
  if (commandId === null) return sendRefusal(request, reply, malformedKey)
  const asked = {
    ...(own ? { query: request.query, body: request.body } : { query: request.body, body: request.query }),
    ...who,
    commandId,
    language: languageOf(request.headers['accept-language']),
    address: request.ip,
    request,
  } as Parameters<typeof handler>[0]
  const result = await (who.login
    ? asRequester(requesterOf(who.login, who), () => handler(asked))
    : handler(asked))
  if (!result.ok) return sendRefusal(request, reply, result.error)
  await record({ ...who, answer: result.value })
  // Set explicitly, because an answer that is a plain string (REST-3) is JSON too.
  if (!call.produces) return reply.type('application/json').send(JSON.stringify(result.value))
  const { fileName, mediaType, content } = result.value as Download
  // HEAD sends no body, so the file is not read.
  if (request.method === 'HEAD' && content instanceof Readable) content.destroy()
  if (content instanceof Readable)
    content.once('error', (error) => tellOfBreak(request, reply, failures, error))
  return (
    reply
      .header('content-type', mediaType)
      // A file is somebody else's: nothing in it may run in the hall's name.
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeFileName(fileName)}`)
      .send(content instanceof Uint8Array ? Buffer.from(content) : content)
  )
}

/** The framework breaks an answer off without a word; one that has not begun becomes a refusal. */
function tellOfBreak(
  { id: requestId, routeOptions }: FastifyRequest,
  { raw }: FastifyReply,
  failures: FailureLog,
  error: Error,
): void {
  if (!raw.headersSent) return
  failures.report('a download was broken off', error, { requestId, call: routeOptions.url ?? '' })
}

/** A file name encoded by RFC 8187, which also reserves these characters that `encodeURIComponent` leaves. */
function encodeFileName(name: string): string {
  const escaped = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(name).replace(/['()*]/g, escaped)
}

/**
 * Authenticates the caller and checks permissions; of the platform's calls the head alone. Reads are checked fully here. Commands are checked here only for
 * roles that may never give them, and otherwise when decided: a repeated command gets its first answer.
 */
async function admit(
  request: FastifyRequest,
  { name, call }: NamedCall,
  { authenticator, platform, budgets, session, standing }: Services,
): Promise<Result<Admitted, Refusal>> {
  if (call.auth === 'none') return ok({ login: null, session: null })
  if (call.auth === 'platform') {
    const signed = await platform.authenticate(request)
    return signed.ok ? ok({ login: null, session: null }) : signed
  }
  const admitted = await authenticator.authenticate(bearerOf(request))
  if (!admitted.ok) {
    const wait = budgets.askFrom('stranger', request.ip, undefined)
    return wait > 0 ? err(tooMany(wait)) : admitted
  }
  const wait = waitOfPerson(request, { name, call }, admitted.value.login, budgets)
  if (wait > 0) return err(tooMany(wait))
  const { sessionId } = admitted.value
  // What changes something is not done with a login that another node has just ended.
  const login = isChange(call)
    ? await authenticator.findLogin(admitted.value.login.loginId)
    : admitted.value.login
  if (!login) return refuse('session-expired')
  if (call.auth === 'user') {
    if (sessionId !== null) return refuse('session-expired')
    const isTheirs = !call.action || permissions[call.action].roles.includes(login.actor.role)
    return isTheirs ? ok({ login, session: null }) : refuse('forbidden')
  }
  if (sessionId === null) return refuse('session-expired')
  if (call.evenDamaged) {
    const known = await standing(sessionId, login.actor)
    if (!known) return refuse('session-expired')
    const refused = call.action ? refusalOf(known, login.actor, call.action) : null
    return refused ? err(refused) : ok({ login, session: { id: sessionId } })
  }
  const open = await session(sessionId, login.actor)
  if (!open) return refuse('session-expired')
  const refused = call.action ? refusal(open.unredactedState, login.actor, call.action) : null
  const isFinal = isRead(call.action) || refused?.code === 'forbidden' || refused?.code === 'not-enrolled'
  return refused && isFinal ? err(refused) : ok({ login, session: open })
}

/** Refuses what was begun with a login that has ended meanwhile. */
function stillLoggedIn({ findLogin }: Authenticator, { loginId }: Login) {
  return async (): Promise<Refusal | null> =>
    (await findLogin(loginId)) ? null : { code: 'session-expired', params: {} }
}

interface NamedCall {
  readonly name: string
  readonly call: Call
}

/** How long whoever calls from this address has to wait; calls by a login are counted once that is known. */
function waitOfPlace(request: FastifyRequest, { name, call }: NamedCall, { budgets }: Services): Wait {
  const kind = classOf(name, call)
  if (!isPlaceClass(kind)) return 0
  // A list where it is named several times.
  const { ticket } = request.query as { readonly ticket?: unknown }
  return budgets.askFrom(kind, request.ip, ticket === undefined ? ticket : String(ticket))
}

/** How long a person has to wait until they may give this call with this body. */
function waitOfPerson(
  { raw }: FastifyRequest,
  { name, call }: NamedCall,
  login: Login,
  budgets: CallBudgets,
): Wait {
  const kind = classOf(name, call)
  const wait = isPlaceClass(kind) ? 0 : budgets.ask(kind, login)
  if (wait > 0 || !hasBody(raw)) return wait
  const most = call.form ? largestFileMegabytes * 1024 * 1024 : largestBody[call.auth]
  return budgets.send(call.form ? 'file' : 'body', login, Number(raw.headers['content-length'] ?? most))
}

/** The refusal of one who has to wait for so many seconds. */
export function tooMany(seconds: Wait): Refusal {
  return { code: 'too-many-requests', params: { seconds } }
}

function requesterOf({ actor }: Login, { session }: Admitted): Requester {
  const section = session && 'head' in session ? session : null
  return {
    user: actor.id,
    section,
    printedEnd() {
      // The length of the log would tell a bidder of rivals (RIV-1).
      if (!section || section.preview) return null
      return { size: section.head, head: section.hash }
    },
  }
}

/**
 * A client that may retry sends its own id; without one every request is a new command. Null for a malformed id, which
 * would otherwise make a retry a second command.
 */
function commandIdOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return randomUUID()
  const given = z.uuid().safeParse(header)
  return given.success ? given.data.toLowerCase() : null
}

const malformedKey: Refusal = {
  code: 'bad-request',
  params: { path: 'Idempotency-Key', reason: 'a UUID expected', problem: 'form' },
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Notes a request's refusal in the trail, whoever refuses it, also where nobody waits for the answer any more. */
    noteRefusal?(request: FastifyRequest, code: Refusal['code']): void
  }
}

/** Whether a request is for a call of the contract table. */
export function isCall({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config?.noteRefusal !== undefined
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refused: Refusal): FastifyReply {
  request.routeOptions.config?.noteRefusal?.(request, refused.code)
  const { seconds } = refused.params
  if (typeof seconds === 'number' && statusOf(refused.code) === 429) reply.header('retry-after', seconds)
  const language = languageOf(request.headers['accept-language'])
  const message = messageFor(language, { ...refused, params: { ...refused.params, requestId: request.id } })
  const failure: Failure = {
    Result: false,
    ResultMessage: message,
    message,
    code: refused.code,
    params: { ...refused.params },
    requestId: request.id,
  }
  return reply.code(statusOf(refused.code)).type('application/json').send(failure)
}
