import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hallName } from '#protocol/signed-call.ts'
import { demoKeyFolder } from '#server/platform/keys.ts'
import { createPlatformClient } from './client.ts'
import { servePlatform } from './server.ts'

const usage = `npm run platform -- [--url URL] [--hall NAME] [--key FILE] [--port PORT] [--seconds N]
  A trading platform: publishes sections with bidders, deposits and sealed bids in a hall, sends people there and
  receives the results. Its page has a link for each person. The hall sends results here with
  PLATFORM_URL=http://127.0.0.1:PORT/results, and asks who has evaluated the tenderer with
  EVALUATION_URL=http://127.0.0.1:PORT/evaluation
  --url      the hall (http://localhost:3000)
  --hall     the name that the hall goes by, its HALL_NAME (kaibiao)
  --key      file with the platform's private key for that hall (the demo's)
  --port     of the page (3100)
  --seconds  time until a new section opens (90)`

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    hall: { type: 'string', default: hallName },
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
  const platform = createPlatformClient({
    url: values.url,
    hall: values.hall,
    key: readFileSync(values.key, 'utf8'),
  })
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
