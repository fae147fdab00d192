import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#lib/escape-html.ts'
import { sendRefusal } from './rest.ts'

/** What the page says of the region before the hall's code runs. */
export interface PageRegion {
  readonly variant: { readonly title: { readonly zh: string; readonly en: string } }
}

/** Search engines find the home page; everything else is for those who take part. */
const robots = 'User-agent: *\nAllow: /$\nAllow: /assets/\nDisallow: /\n'

/**
 * Serves the built client from `folder`. Every path that is not a file belongs to a screen and gets the page, with the
 * request's nonce, so that its styles are allowed, and with what `getVariant` answers to this request.
 */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  regionFor: (request: IncomingMessage) => PageRegion,
): Promise<void> {
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
  app.get('/robots.txt', { schema: { hide: true } }, (_, reply) => reply.type('text/plain').send(robots))
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isScreen = isRead && !/^\/(api|assets|socket\.io)(\/|$)/.test(request.url)
    if (/^\/api(\/|$)/.test(request.url)) {
      const [path = ''] = request.url.split('?')
      const method = request.method === 'HEAD' ? 'GET' : request.method
      return sendRefusal(request, reply, { code: 'unknown-call', params: { method, path } })
    }
    if (!isScreen || page === null) return sendRefusal(request, reply, { code: 'not-found', params: {} })
    const [path] = request.url.split('?')
    const loaded = path === '/' ? page.replace(/<!--later-->.*<!--\/later-->/, '') : page
    const text = filled(loaded, reply.cspNonce.style, regionFor(request.raw))
    void reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .header('vary', 'accept-encoding')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text)
    return reply.header('content-encoding', 'gzip').send(gzipSync(text))
  })
}

/** The page with the values of one request. */
function filled(page: string, nonce: string, region: PageRegion): string {
  const { zh, en } = region.variant.title
  return (
    page
      .replaceAll('__CSP_NONCE__', nonce)
      .replaceAll('__TITLE__', () => escapeHtml(zh))
      .replaceAll('__TITLE_EN__', () => escapeHtml(en))
      // No text of it ends the element.
      .replace('"__REGION__"', () => JSON.stringify(region).replaceAll('<', '\\u003c'))
  )
}
