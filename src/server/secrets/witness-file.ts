import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A file in the data folder that says that something was done once for the database, so that whoever has only the
 * database cannot have the hall do it again.
 */
export function witnessFile(dataDir: string, name: string) {
  const path = join(dataDir, name)
  return {
    has: () => existsSync(path),
    note() {
      if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600, flush: true })
    },
  }
}
