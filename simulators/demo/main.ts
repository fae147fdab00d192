import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { demoKeyFolder } from '#server/platform/keys.ts'
import { createPlatformClient } from '../platform/client.ts'
import { watchJoins } from './join-requests.ts'
import { accountsFile, prepareDemo, seedDemo } from './seed.ts'

/*
 * The demo of a running server: fills an empty hall with demo data, then plays the bidders who are asked to join. It
 * calls the server like any client, and as its trading platform with the key that the server generated for the demo.
 * Settings by environment: URL, DATA_DIR. `npm start` starts it before the server is ready and sends it the URL over
 * IPC; it answers when the data is complete.
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
// Prepares while the server starts; `bringData` reports a failure.
const prepared = existsSync(accountsFile(dataDir)) ? null : prepareDemo()
prepared?.catch(() => {})
const url = process.send ? await urlOfParent() : settings.data.URL
if (prepared) {
  await bringData(prepared).catch((error: unknown) => {
    console.error(
      `The demo data could not be created: ${error instanceof Error ? error.message : String(error)}`,
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
