import { join, sep } from 'node:path'
import type { Logger } from 'pino'
import type { Random } from '#lib/ports.ts'
import type { Database } from '../db/database.ts'
import type { KeySettings, Settings } from '../settings.ts'
import { createKeyFile } from './key-file.ts'
import { createKeyRing, type KeyRing, type KeyStore } from './key-ring.ts'
import { createKeySocket } from './key-socket.ts'
import { openSecrets, type Secrets, type Witness } from './secrets.ts'
import { witnessFile } from './witness-file.ts'

interface KeyPlace extends Pick<Settings, 'dataDir'> {
  readonly key: Pick<KeySettings, 'file' | 'socket' | 'make'>
}

/** The keys of the settings: those of the service first, where both are given. */
export function hallKeyRing({ dataDir, key }: KeyPlace): KeyRing {
  const { file, socket, make } = key
  if (file?.startsWith(join(dataDir, 'postgres') + sep))
    throw new Error(`KEY_FILE: ${file} is in the folder of the database that it protects`)
  const stores: KeyStore[] = [
    ...(socket === null ? [] : [createKeySocket(socket)]),
    ...(file === null ? [] : [createKeyFile(file, make)]),
  ]
  const [first, ...more] = stores
  if (!first) throw new Error('neither KEY_FILE nor KEY_SOCKET is given')
  return createKeyRing([first, ...more])
}

/** The secrets of the hall with these settings; the error's message is for the operator. */
export function openHallSecrets(
  settings: KeyPlace & Pick<Settings, 'databaseUrl'>,
  database: Database,
  random: Random,
  logger: Logger,
): Promise<Secrets> {
  const { key, databaseUrl, dataDir } = settings
  return openSecrets(database, {
    ring: hallKeyRing(settings),
    random,
    witness: witnessIn(dataDir),
    onForged: (table, id) => logger.warn({ table, id }, 'a row that the hall did not write is not believed'),
    onWrapped({ id }) {
      const says = { key: id, place: key.file ?? key.socket }
      if (key.make && databaseUrl !== null)
        logger.warn(says, 'without KEY_FILE the key of this database was made in DATA_DIR: keep a copy of it')
      else logger.info(says, 'the secrets in the database are wrapped by this key')
    },
  })
}

function witnessIn(dataDir: string): Witness {
  const { has, note } = witnessFile(dataDir, 'secrets-wrapped')
  return { hasWrapped: has, noteWrapped: note }
}
