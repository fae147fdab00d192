import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { demoKeyFolder } from '#server/platform/keys.ts'
import { watchJoins } from './demo/join.ts'
import { seedDemo } from './demo/seed.ts'
import { createPlatformClient } from './platform/client.ts'

/*
 * The demo beside a running server: brings demo data into an empty hall, then plays the bidders who are asked to
 * join. Talks to the server as any client does, and as its trading platform, with the key that the server made for
 * that. Settings by environment: URL, DATA_DIR. Started by `npm start` it says when the data is complete.
 */

const settings = z
  .object({
    URL: z.url().default('http://localhost:3000'),
    DATA_DIR: z.string().min(1).default('data'),
  })
  .safeParse(process.env)

if (!settings.success) {
  console.error(settings.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  process.exit(2)
}

const { URL: url, DATA_DIR: dataDir } = settings.data
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping.abort()
    process.exit(0)
  })
}
await bringData().catch((error: unknown) => {
  console.error(
    `The demo data could not be brought: ${error instanceof Error ? error.message : String(error)}`,
  )
})
process.send?.('complete')
await watchJoins({ url, dataDir, signal: stopping.signal })

async function bringData(): Promise<void> {
  const file = join(demoKeyFolder(dataDir), 'private.pem')
  if (!existsSync(file)) throw new Error(`the hall knows another trading platform than the demo’s (${file})`)
  const key = readFileSync(file, 'utf8')
  await seedDemo({ url, platform: createPlatformClient({ url, key }), dataDir })
}
