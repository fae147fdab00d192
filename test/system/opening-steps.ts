import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Participant } from '#simulators/client/session-client.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import type { Hall } from './hall.ts'

/** Records the persons in charge, enters step 2 and starts the decryption. */
export async function openDecryptionWindow(leader: Participant, limitMinutes: number): Promise<void> {
  await leader.send({ type: 'RecordPersonInfo', payload: persons() })
  await leader.send({ type: 'EnterBidOpening', payload: {} })
  await leader.send({ type: 'StartDecryption', payload: { limitMinutes } })
}

/** A stored bid file in which one byte was changed. */
export interface DamagedFile {
  readonly path: string
  readonly original: Uint8Array
  /** What is stored now. */
  readonly bytes: Uint8Array
}

/** Changes one byte of the stored file that has this SHA-256. */
export function damageStoredFile(hall: Hall, sha256: string): DamagedFile {
  const path = join(hall.dataDir, 'files', sha256.slice(0, 2), sha256)
  const original = readFileSync(path)
  const bytes = original.map((byte, i) => (i === 700 ? byte ^ 1 : byte))
  writeFileSync(path, bytes)
  return { path, original, bytes }
}
