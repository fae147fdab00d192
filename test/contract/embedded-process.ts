import { once } from 'node:events'
import { startEmbedded } from '#server/db/embedded.ts'

/* A process that runs the embedded server of a data folder until a line comes in, for `embedded.pg.test.ts`. */

const [, , dataDir = ''] = process.argv
const embedded = await startEmbedded(dataDir, () => {})
process.stdout.write(`${embedded.url}\n`)
await once(process.stdin, 'data')
await embedded.stop()
process.exit(0)
