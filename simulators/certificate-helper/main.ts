import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { softwareCertificate } from '#seal/software-certificate.ts'
import type { PluggedKey } from './keys.ts'
import { serveHelper } from './server.ts'

const usage = `A certificate helper for this machine, like those that come with USB keys.

  node --import tsx simulators/certificate-helper/main.ts --key FILE=PIN … [--origin URL …]
  node --import tsx simulators/certificate-helper/main.ts --demo data

  --key FILE=PIN  plugs in a key: a P12 or PEM file (P-256, RSA or SM2), whose password is the PIN
  --demo FOLDER   plugs in the certificates of the demo in a server's data folder; their passwords are the PINs
  --origin URL    hall whose pages may send requests (http://localhost:3000)`

const { values } = parseArgs({
  options: {
    key: { type: 'string', multiple: true, default: [] },
    demo: { type: 'string' },
    origin: { type: 'string', multiple: true, default: ['http://localhost:3000', 'http://127.0.0.1:3000'] },
    help: { type: 'boolean', default: false },
  },
})

const files = [...values.key.map(keyFile), ...(values.demo ? demoFiles(values.demo) : [])]
if (values.help || files.length === 0) {
  console.error(usage)
  process.exit(values.help ? 0 : 2)
}
const keys = await Promise.all(files.map(plugIn))
const origins = values.origin.map((origin) => new URL(origin).origin)
const { url } = await serveHelper({ keys, origins, clock: Date.now, random: (length) => randomBytes(length) })
console.log(`Certificate helper at ${url} with ${keys.length} keys, for ${origins.join(', ')}`)

interface KeyFile {
  readonly path: string
  readonly pin: string
}

function keyFile(given: string): KeyFile {
  const at = given.lastIndexOf('=')
  if (at < 1) throw new Error(`--key ${given}: must be FILE=PIN`)
  return { path: given.slice(0, at), pin: given.slice(at + 1) }
}

/** The demo's certificates with their passwords, from the demo's files. */
function demoFiles(dataDir: string): KeyFile[] {
  const list = join(dataDir, 'demo/accounts.json')
  if (!existsSync(list)) throw new Error(`${list}: not there; start the server once in demo mode`)
  const accounts = z
    .array(z.object({ userCode: z.string(), certificate: z.object({ password: z.string() }).nullable() }))
    .parse(JSON.parse(readFileSync(list, 'utf8')))
  return accounts.flatMap(({ userCode, certificate }) =>
    certificate ? [{ path: join(dataDir, 'demo', `${userCode}.p12`), pin: certificate.password }] : [],
  )
}

async function plugIn({ path, pin }: KeyFile): Promise<PluggedKey> {
  const opened = await softwareCertificate(new Uint8Array(readFileSync(path)), pin)
  if (!opened.ok) throw new Error(`${path}: ${opened.error}`)
  return { helper: opened.value, pin }
}
