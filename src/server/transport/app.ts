import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { hasZodFastifySchemaValidationErrors, validatorCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { isBoundedJson } from '#lib/json-bounds.ts'
import { unstorablePath } from '#lib/text.ts'
import { formProblem, inputProblem, tooMuch } from '#protocol/messages/input-problem.ts'
import { largestFileMegabytes } from '#protocol/upload-limit.ts'
import { failureCode } from '../failure.ts'
import { createFailureLog, type FailureLog } from '../failure-log.ts'
import type { Refusal } from '../refusal.ts'
import { isCrowded } from './address-limit.ts'
import { serveApiDescription } from './api-description.ts'
import { largestBody } from './body-watch.ts'
import { type CallBudgets, createCallBudgets } from './call-budgets.ts'
import {
  helmetOptions,
  refuseExpectation,
  refuseMalformed,
  setBareHeaders,
  setCallHeaders,
} from './headers.ts'
import { isForeign, type OriginRules, ownOriginOnly, requestAddress, requestedHost } from './origin.ts'
import { isCall, sendRefusal } from './rest.ts'

/** Without these Fastify would load compilers of its own, a tenth of a start's time, before ours are set. */
const noCompilers = { buildValidator: neverBuilt, buildSerializer: neverBuilt }

function neverBuilt(): never {
  throw new Error('validator and serializer are set when the app is created')
}

/** The HTTP server before any call is on it: headers, origins, limits, validation, errors, API description. */
export async function createApp(
  logger: Logger,
  origins: OriginRules = ownOriginOnly,
  failures: FailureLog = createFailureLog(logger, Date.now),
  budgets: Pick<CallBudgets, 'askFrom'> = createCallBudgets(Date.now),
): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: largestBody.session,
    // Connections that send no request are not kept. Bodies have limits of their own (LIM-7).
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000 },
    trustProxy: (address) => origins.proxies(address),
    // The protocol's paths are in mixed case, and callers do not always write them the same way.
    routerOptions: { caseSensitive: false },
    forceCloseConnections: true,
    schemaController: { compilersFactory: noCompilers },
    clientErrorHandler: refuseMalformed,
    // A malformed URL reaches no hook, so the headers are set here.
    frameworkErrors(error, request, reply) {
      setBareHeaders(reply.raw)
      return sendRefusal(request, reply, malformed('', error.message))
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  // Handlers are typed by the contract table; validating every answer again would only cost time.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refused =
      frameworkRefusal(error, request) ??
      (hasBrokenOff(request) ? malformed('', 'the request broke off') : null)
    if (refused) return sendRefusal(request, reply, refused)
    // Of a download that failed before its first byte.
    reply.removeHeader('content-disposition')
    failures.report('a call failed', error, { requestId: request.id, call: request.routeOptions.url ?? '' })
    return sendRefusal(request, reply, { code: failureCode(error), params: {} })
  })
  app.server.on('checkExpectation', refuseExpectation)
  await app.register(helmet, helmetOptions)
  app.addHook('onRequest', async (request, reply) => {
    if (isCall(request)) setCallHeaders(reply)
  })
  app.addHook('onRequest', async (request) => {
    // The framework takes any text of a trusted proxy for an address.
    Object.defineProperty(request, 'ip', { value: requestAddress(request.raw, origins.proxies) })
  })
  app.addHook('onRequest', async (request, reply) => {
    if (isCrowded(request.raw)) return sendRefusal(request, reply, { code: 'too-many-requests', params: {} })
  })
  app.addHook('onRequest', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead || !isForeign(request.headers.origin, requestedHost(request.raw, origins.proxies), origins))
      return
    return sendRefusal(request, reply, { code: 'foreign-origin', params: {} })
  })
  app.addHook('preValidation', async (request, reply) => {
    const refused = inputRefusal(request)
    if (refused) return sendRefusal(request, reply, refused)
  })
  await app.register(formbody)
  await app.register(multipart, {
    limits: { fileSize: largestFileMegabytes * 1024 * 1024, files: 1, fields: 10, fieldSize: 100_000 },
  })
  await serveApiDescription(app, budgets)
  return app
}

/** Why no schema is shown the input; null where one may be. */
function inputRefusal(request: FastifyRequest): Refusal | null {
  if (!isBoundedJson(request.body) || !isBoundedJson(request.query)) {
    // Nobody reads it any more, the trail neither.
    request.body = undefined
    request.query = undefined
    return malformed('', tooMuch)
  }
  const path = unstorablePath(request.body) ?? unstorablePath(request.query)
  return path === null ? null : malformed(path, 'a character that cannot be stored')
}

/** The refusal that an error of the framework stands for; null for a failure of the server. */
function frameworkRefusal(error: FastifyError, { routeOptions }: FastifyRequest): Refusal | null {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map(({ keyword, instancePath, message, params }) => ({
      ...params,
      code: keyword,
      path: instancePath.split('/').filter(Boolean),
      message: message ?? '',
    }))
    return { code: 'bad-request', params: inputProblem(issues) }
  }
  const { code, statusCode, message } = error
  if (statusCode === undefined && isMalformedForm(message)) return malformed('', message)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return { code: 'too-large', params: { megabytes: (routeOptions.bodyLimit ?? 0) / 1024 / 1024 } }
  if (statusCode === 413) return { code: 'too-large', params: { megabytes: largestFileMegabytes } }
  if (statusCode === undefined || statusCode >= 500) return null
  return malformed('', message)
}

/** What the form reader, whose errors have no status, says of a form that is not one. */
function isMalformedForm(message: string): boolean {
  return /^(Multipart: Boundary not found|Unexpected end of (multipart data|form)|.* terminated early due to unexpected end)/.test(
    message,
  )
}

/** Whether the client went away before the whole request had come. */
function hasBrokenOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

function malformed(path: string, reason: string): Refusal {
  return { code: 'bad-request', params: formProblem(path, reason) }
}
