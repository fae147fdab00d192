// Builds client and server where they are missing or older than their sources.
import { ensureBuilt } from './ensure.mjs'

await ensureBuilt()
