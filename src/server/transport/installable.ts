import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '#protocol/messages/catalogue.ts'
import type { PageRegion } from './page-region.ts'

/** As `index.html` has it for the light theme. */
const paper = '#f6f4ee'

/** What the build makes of the seal (`vite.config.ts`): the maskable one may be cut to any shape. */
const icons = [
  { src: '/icons/seal-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/seal-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/seal-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/** Serves what makes the hall installable: the manifest with the region's name, its icons, the service worker. */
export async function serveInstallable(
  app: FastifyInstance,
  folder: string,
  regionFor: (request: IncomingMessage) => PageRegion,
): Promise<void> {
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (request, reply) => {
    const language = languageOf(request.headers['accept-language'])
    const { title } = regionFor(request.raw).variant
    const name = language === 'en' ? title.en : title.zh
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .send({
        ...{
          id: '/',
          name,
          short_name: language === 'en' ? 'Bid opening' : '开标大厅',
          lang: language,
          dir: 'ltr',
        },
        ...{ start_url: '/hall', scope: '/', display: 'standalone' },
        ...{ background_color: paper, theme_color: paper, icons },
      })
  })
  const worker = await readFile(join(folder, 'service-worker.js'), 'utf8').catch(() => null)
  if (worker !== null) {
    app.get('/service-worker.js', { schema: { hide: true } }, (_, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(worker),
    )
  }
  if (!existsSync(join(folder, 'icons'))) return
  await app.register(fastifyStatic, {
    root: join(folder, 'icons'),
    prefix: '/icons/',
    maxAge: '1d',
    decorateReply: false,
  })
}
