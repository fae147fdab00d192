// Lints the API description (OpenAPI) that the server serves at /api/openapi.json; needs no server and no database.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, fail, root, run, runBin } from './ensure.mjs'

await ensureInstalled()
const folder = join(root, 'node_modules/.cache')
const file = join(folder, 'openapi.json')
mkdirSync(folder, { recursive: true })
const written = await run(process.execPath, ['--import', 'tsx', 'src/server/write-api-description.ts', file])
if (written.code !== 0) fail('The API description could not be made.')
// The linter sends no usage data and does not look for newer versions.
const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
const lint = ['lint', file, '--config=src/tools/redocly.yaml']
const { code } = await runBin('@redocly/cli', 'redocly', lint, { env })
process.exit(code)
