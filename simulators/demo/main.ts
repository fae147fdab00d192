import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { demoKeyFolder } from '#server/platform/keys.ts'
import { createPlatformClient } from '../platform/client.ts'
import { watchJoins } from './join-requests.ts'
import { accountsFile, prepareDemo, seedDemo } from './seed.ts'

/*
 * The demo beside a running server: brings demo data into an empty hall, then plays the bidders who are asked to
 * join. Talks to the server as any client does, and as its trading platform, with the key that the server made for
 * that. Settings by environment: URL, DATA_DIR. Started by `npm start`, before the server is ready, it is told the URL
 * when it is, and says when the data is complete.
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

const { DATA_DIR: dataDir } = settings.data
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping.abort()
    process.exit(0)
  })
}
// What needs no server is made while it starts; where that fails, it is said by `bringData`.
const prepared = existsSync(accountsFile(dataDir)) ? null : prepareDemo()
prepared?.catch(() => {})
const url = process.send ? await urlOfParent() : settings.data.URL
if (prepared) {
  await bringData(prepared).catch((error: unknown) => {
    console.error(
      `The demo data could not be brought: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
}
process.send?.('complete')
await watchJoins({ url, dataDir, signal: stopping.signal })

function urlOfParent(): Promise<string> {
  return new Promise((resolve) => process.once('message', (message) => resolve(String(message))))
}

async function bringData(prepared: ReturnType<typeof prepareDemo>): Promise<void> {
  const file = join(demoKeyFolder(dataDir), 'private.pem')
  if (!existsSync(file)) throw new Error(`the hall knows another trading platform than the demo’s (${file})`)
  const key = readFileSync(file, 'utf8')
  await seedDemo({ url, platform: createPlatformClient({ url, key }), dataDir }, await prepared)
}
