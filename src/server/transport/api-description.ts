import { gzipSync } from 'node:zlib'
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { version } from '#lib/version.ts'
import type { CallBudgets } from './call-budgets.ts'
import { takesGzip } from './gzip-parts.ts'
import { sendRefusal, tooMany } from './rest.ts'

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40" width="120" height="40">' +
    '<text x="0" y="29" font-family="sans-serif" font-size="26" font-weight="700" fill="#fff">Kaibiao</text></svg>',
)

/** The parts of the API description besides the calls. */
const openapi: NonNullable<FastifyDynamicSwaggerOptions['openapi']> = {
  openapi: '3.1.0',
  info: {
    title: 'Kaibiao',
    description:
      'The REST calls of the bid-opening hall. Log in (`getOauth1`) to get a user token, renew it (`refresh`), and enter ' +
      'a section (`getProjectAuthorization`) to get its authorization. A refusal carries `code`, `params` and the text in ' +
      'the language of `Accept-Language`. A command sent again under the same `Idempotency-Key` (a UUID) is executed once.',
    version,
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  servers: [{ url: '/', description: 'This hall' }],
  tags: [
    { name: 'Oauth', description: 'Logging in and out, and entering a section' },
    { name: 'KB_Local', description: 'The list of sections, and the opening of a section' },
    { name: 'platform', description: 'Calls of the trading platform, which it signs' },
    { name: 'node', description: 'The server itself' },
  ],
  components: {
    securitySchemes: {
      user: { type: 'http', scheme: 'bearer', description: 'Token of a login' },
      session: { type: 'http', scheme: 'bearer', description: 'Authorization of a section (oauth2)' },
      platform: {
        type: 'http',
        scheme: 'bearer',
        description:
          'JWT that the trading platform signed for this one request (`src/server/platform/README.md`)',
      },
    },
  },
}

/** Serves the API description at `/api/openapi.json` and its page at `/api/docs`; register it before any call. */
export async function serveApiDescription(
  app: FastifyInstance,
  budgets: Pick<CallBudgets, 'askFrom'>,
): Promise<void> {
  await app.register(swagger, {
    openapi,
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
    uiHooks: {
      // The library writes it anew for each request.
      onRequest: (request, reply, next) => {
        if (request.routeOptions.url === '/api/docs/json') sendDescription(request, reply)
        else next()
      },
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, sendDescription)

  let written: { readonly text: string; readonly compressed: Buffer } | null = null
  function write() {
    const text = JSON.stringify(app.swagger())
    return { text, compressed: gzipSync(text) }
  }
  function sendDescription(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const wait = budgets.askFrom('description', request.ip, undefined)
    if (wait > 0) return sendRefusal(request, reply, tooMany(wait))
    written ??= write()
    void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (!takesGzip(request)) return reply.send(written.text)
    return reply.header('content-encoding', 'gzip').send(written.compressed)
  }
}
