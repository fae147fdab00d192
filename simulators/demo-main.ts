import { z } from 'zod'
import { watchJoins } from './demo/join.ts'
import { seedDemo } from './demo/seed.ts'

/*
 * The demo beside a running server: brings demo data into an empty hall, then plays the bidders who are asked to
 * join. Talks to the server as any client does. Settings by environment: URL, PLATFORM_PASSWORD, DATA_DIR.
 */

const settings = z
  .object({ URL: z.url(), PLATFORM_PASSWORD: z.string().min(8), DATA_DIR: z.string().min(1) })
  .safeParse(process.env)

if (!settings.success) {
  console.error(settings.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  process.exit(2)
}

const { URL: url, PLATFORM_PASSWORD: platformPassword, DATA_DIR: dataDir } = settings.data
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping.abort()
    process.exit(0)
  })
}
await seedDemo({ url, platformPassword, dataDir }).catch((error: unknown) => {
  console.error(
    `The demo data could not be brought: ${error instanceof Error ? error.message : String(error)}`,
  )
})
await watchJoins({ url, dataDir, signal: stopping.signal })
