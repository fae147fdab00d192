import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Participant } from '#simulators/client/session-client.ts'
import { persons } from '#simulators/fixtures/personal-data.ts'
import type { Hall } from './hall.ts'

/** Says who leads, enters step 2 and gives the decryption command. */
export async function openWindow(leader: Participant, limitMinutes: number): Promise<void> {
  await leader.send({ type: 'RecordPersonInfo', payload: persons() })
  await leader.send({ type: 'EnterBidOpening', payload: {} })
  await leader.send({ type: 'StartDecryption', payload: { limitMinutes } })
}

/** A sealed file on the hall's disk, with one byte of it another than it was handed in. */
export interface SpoiltFile {
  readonly path: string
  readonly original: Uint8Array
  readonly damaged: Uint8Array
}

/** Spoils the stored file that has this SHA-256. */
export function spoilStored(hall: Hall, sha256: string): SpoiltFile {
  const path = join(hall.dataDir, 'files', sha256.slice(0, 2), sha256)
  const original = readFileSync(path)
  const damaged = original.map((byte, i) => (i === 700 ? byte ^ 1 : byte))
  writeFileSync(path, damaged)
  return { path, original, damaged }
}
