import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './rest.ts'

/**
 * Serves the built client from `folder`. Every path that is not a file belongs to a screen and gets the page, with the
 * request's nonce in place of `__CSP_NONCE__` so that its styles are allowed.
 */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  if (existsSync(join(folder, 'assets'))) {
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      // The build puts `.br` and `.gz` beside the texts.
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
    })
  }
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isScreen = isRead && !/^\/(api|assets|socket\.io)(\/|$)/.test(request.url)
    if (/^\/api(\/|$)/.test(request.url)) {
      const [path = ''] = request.url.split('?')
      const method = request.method === 'HEAD' ? 'GET' : request.method
      return sendRefusal(request, reply, { code: 'unknown-call', params: { method, path } })
    }
    if (!isScreen || page === null) return sendRefusal(request, reply, { code: 'not-found', params: {} })
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replaceAll('__CSP_NONCE__', reply.cspNonce.style))
  })
}
