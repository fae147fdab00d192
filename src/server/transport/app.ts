import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { largestFileMegabytes } from '#protocol/upload-limit.ts'
import { failureCode } from '../failure.ts'
import { helmetOptions, refuseMalformed, setBareHeaders } from './headers.ts'
import { isForeign, type OriginRules, ownOriginOnly, requestedHost } from './origin.ts'
import { sendRefusal } from './rest.ts'

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40" width="120" height="40">' +
    '<text x="0" y="29" font-family="sans-serif" font-size="26" font-weight="700" fill="#fff">Kaibiao</text></svg>',
)

/** The HTTP server before any call is on it: headers, origins, limits, validation, errors, API description. */
export async function createApp(
  logger: Logger,
  origins: OriginRules = ownOriginOnly,
): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    // A TLS proxy that is trusted may say whom it speaks for; nobody else is believed.
    trustProxy: (address) => origins.proxies(address),
    // The seeds write their paths in mixed case, and not always the same way.
    routerOptions: { caseSensitive: false },
    forceCloseConnections: true,
    clientErrorHandler: refuseMalformed,
    // An address that cannot be read reaches no hook.
    frameworkErrors(error, request, reply) {
      setBareHeaders(reply.raw)
      return sendRefusal(request, reply, { code: 'bad-request', params: { path: '', reason: error.message } })
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  // Handlers are typed by the contract table; a second look at every answer would only cost.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) {
      const issue = error.validation[0]
      const path = (issue?.instancePath ?? '').slice(1).replaceAll('/', '.')
      return sendRefusal(request, reply, {
        code: 'bad-request',
        params: { path, reason: issue?.message ?? '' },
      })
    }
    if (error.statusCode === 429) {
      return sendRefusal(request, reply, { code: 'too-many-requests', params: { seconds: error.message } })
    }
    if (error.statusCode === 413) {
      return sendRefusal(request, reply, { code: 'too-large', params: { megabytes: largestFileMegabytes } })
    }
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return sendRefusal(request, reply, { code: 'bad-request', params: { path: '', reason: error.message } })
    }
    request.log.error({ err: error, requestId: request.id, call: request.routeOptions.url }, 'a call failed')
    return sendRefusal(request, reply, { code: failureCode(error), params: {} })
  })
  await app.register(helmet, helmetOptions)
  app.addHook('onRequest', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead || !isForeign(request.headers.origin, requestedHost(request.raw, origins.proxies), origins))
      return
    return sendRefusal(request, reply, { code: 'foreign-origin', params: {} })
  })
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_, { ttl }) =>
      Object.assign(new Error(String(Math.ceil(ttl / 1000))), { statusCode: 429 }),
  })
  await app.register(formbody)
  await app.register(multipart, {
    limits: { fileSize: largestFileMegabytes * 1024 * 1024, files: 1, fields: 10, fieldSize: 100_000 },
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kaibiao',
        description:
          'The bid-opening hall’s calls. Log in (`getOauth1`) for a user token, renew it (`refresh`), enter a section ' +
          '(`getProjectAuthorization`) for its authorization. A refusal carries `code`, `params` and the text in ' +
          'the language of `Accept-Language`. A command sent again under the same `Idempotency-Key` (a UUID) is done once.',
        version: '0.1.0',
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: '/', description: 'This hall' }],
      tags: [
        { name: 'Oauth', description: 'Logging in and out, and entering a section' },
        { name: 'KB_Local', description: 'The list of sections, and the opening of a section' },
        { name: 'platform', description: 'What the trading platform asks for, by calls that it signs' },
        { name: 'node', description: 'The server itself' },
      ],
      components: {
        securitySchemes: {
          user: { type: 'http', scheme: 'bearer', description: 'Token of a login' },
          session: { type: 'http', scheme: 'bearer', description: 'Authorization of a section (oauth2)' },
          platform: {
            type: 'http',
            scheme: 'bearer',
            description: 'JWT that the trading platform signed for this one request (README)',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject(document) {
      const described = jsonSchemaTransformObject(document)
      // The library gives each named schema a twin for input, which nothing refers to.
      if ('components' in described) delete described.components?.schemas?.FailureInput
      return described
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    // Without TLS in front the page must stay usable.
    transformStaticCSP: (header) => header.replace('upgrade-insecure-requests;', ''),
    theme: { title: 'Kaibiao API' },
    logo: { type: 'image/svg+xml', content: logo, href: '/' },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
  return app
}
