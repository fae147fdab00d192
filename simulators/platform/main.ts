import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { demoKeyFolder } from '#server/platform/keys.ts'
import { createPlatformClient } from './client.ts'
import { servePlatform } from './server.ts'

const usage = `npm run platform -- [--url URL] [--key FILE] [--port PORT] [--seconds N]
  A trading platform: brings sections with bidders, deposits and sealed bids to a hall, sends people in, and takes
  the results. Its page has a link for everybody; the hall sends results here with PLATFORM_URL=http://127.0.0.1:PORT/results
  --url      the hall (http://localhost:3000)
  --key      file of the private key that the hall knows as the platform's; the demo's own unless given
  --port     of the page (3100)
  --seconds  after which a section opens (90)`

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    key: { type: 'string', default: join(demoKeyFolder(process.env.DATA_DIR || 'data'), 'private.pem') },
    port: { type: 'string', default: '3100' },
    seconds: { type: 'string', default: '90' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

try {
  const platform = createPlatformClient({ url: values.url, key: readFileSync(values.key, 'utf8') })
  const server = await servePlatform(platform, {
    port: Number(values.port),
    seconds: Number(values.seconds),
  })
  const answer = await fetch(`${server.url}/sections`, { method: 'POST', redirect: 'manual' })
  if (answer.status !== 303) throw new Error('the hall has not taken the section')
  console.log(`Trading platform ready at ${server.url}, results are taken at ${server.resultUrl}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
