import { createPrivateKey } from 'node:crypto'
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

function keyIn(path: string): string {
  try {
    const text = readFileSync(path, 'utf8')
    createPrivateKey(text)
    return text
  } catch {
    throw new Error(
      `the platform's key cannot be read: ${path}. \`npm start\` makes the demo's in its data folder (DATA_DIR); \`--key\` names another`,
    )
  }
}

async function expectHall(url: string): Promise<void> {
  const isThere = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere)
    throw new Error(`no hall answers at ${url}: start one with \`npm start\`, or name it with \`--url\``)
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ((error as { code?: unknown }).code === 'EADDRINUSE')
    return `port ${values.port} is taken: choose another with \`--port\``
  return error.message
}

try {
  const platform = createPlatformClient({ url: values.url, hall: values.hall, key: keyIn(values.key) })
  await expectHall(values.url)
  const server = await servePlatform(platform, {
    port: Number(values.port),
    seconds: Number(values.seconds),
  })
  const answer = await fetch(`${server.url}/sections`, { method: 'POST', redirect: 'manual' })
  if (answer.status !== 303) throw new Error('the hall has not taken the section')
  console.log(`Trading platform ready at ${server.url}, results are taken at ${server.resultUrl}`)
} catch (error) {
  console.error(messageOf(error))
  process.exit(1)
}
