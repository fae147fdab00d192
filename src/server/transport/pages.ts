import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#lib/escape-html.ts'
import { type CompressedPart, compressedPart, gzipOf, takesGzip } from './gzip-parts.ts'
import { serveInstallable } from './installable.ts'
import type { PageRegion } from './page-region.ts'
import { sendRefusal } from './rest.ts'

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
  await serveInstallable(app, folder, regionFor)
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
  const partsFor = keptParts(page ?? '')
  app.get('/robots.txt', { schema: { hide: true } }, (_, reply) => reply.type('text/plain').send(robots))
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isScreen = isRead && !/^\/(api|assets|icons|socket\.io)(\/|$)/.test(request.url)
    if (/^\/api(\/|$)/.test(request.url)) {
      const [path = ''] = request.url.split('?')
      const method = request.method === 'HEAD' ? 'GET' : request.method
      return sendRefusal(request, reply, { code: 'unknown-call', params: { method, path } })
    }
    if (!isScreen || page === null) return sendRefusal(request, reply, { code: 'not-found', params: {} })
    const parts = partsFor(regionFor(request.raw))
    const nonce = reply.cspNonce.style
    void reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .header('vary', 'accept-encoding')
    if (!takesGzip(request)) return reply.send(parts.map(({ text }) => text).join(nonce))
    return reply.header('content-encoding', 'gzip').send(gzipOf(parts, nonce))
  })
}

/** Pages that are kept; the region's settings differ between callers by what the server lets them do. */
const mostKept = 16

/** The page between its nonces, compressed once. */
function keptParts(page: string) {
  const kept = new Map<string, CompressedPart[]>()
  return (region: PageRegion): CompressedPart[] => {
    const key = JSON.stringify(region)
    const known = kept.get(key)
    if (known) return known
    const between = page.split('__CSP_NONCE__')
    const parts = between.map((text) => compressedPart(filled(text, region)))
    if (kept.size >= mostKept) kept.clear()
    kept.set(key, parts)
    return parts
  }
}

/** A part of the page with the region's values. */
function filled(page: string, region: PageRegion): string {
  const { zh, en } = region.variant.title
  return (
    page
      .replaceAll('__TITLE__', () => escapeHtml(zh))
      .replaceAll('__TITLE_EN__', () => escapeHtml(en))
      // No text of it ends the element.
      .replace('"__REGION__"', () => JSON.stringify(region).replaceAll('<', '\\u003c'))
  )
}
