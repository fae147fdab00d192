// Builds client and server if they are missing or older than their sources.
import { ensureBuilt } from './ensure.mjs'

await ensureBuilt()
