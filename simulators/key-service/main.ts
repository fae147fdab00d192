import { parseArgs } from 'node:util'
import { createKeyFile } from '#server/secrets/key-file.ts'
import type { WrappingKey } from '#server/secrets/wrapping-key.ts'
import { serveKeys } from './server.ts'

const usage = `A key service, behind whose socket a hardware module would be.

  npm run key-service -- --socket PATH --key FILE [--key FILE …]

  --socket PATH  the Unix socket for KEY_SOCKET of the hall
  --key FILE     a key of 32 bytes, made if it is missing. The first is for what is new; those of before a rotation follow.
                 The files are read at each request.`

const { values } = parseArgs({
  options: {
    socket: { type: 'string' },
    key: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
})

if (values.help || !values.socket || values.key.length === 0) {
  console.error(usage)
  process.exit(values.help ? 0 : 2)
}
const stores = values.key.map((path) => createKeyFile(path, true))
for (const store of stores) if ((await store.read()).length === 0) await store.make()

async function keys(): Promise<readonly WrappingKey[]> {
  return (await Promise.all(stores.map((store) => store.read()))).flat()
}

await serveKeys(values.socket, keys)
const [present] = await keys()
console.log(`Key service at ${values.socket}, with the key ${present?.id}`)
