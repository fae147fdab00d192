import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { submitters } from '#domain/submission/bids.ts'
import type { OpenSession } from '../transport/handler.ts'

/**
 * Asks the demo's simulated bidders to take part in a section: a note in the demo folder that they watch. A note
 * that is there stays as it is: who takes part is written in it. Answers how many of them are still to come: whoever
 * has entered by now is there already or played by somebody else.
 */
export async function askToJoin(
  demoFolder: string,
  session: Pick<OpenSession, 'id' | 'state'>,
): Promise<number> {
  const folder = join(demoFolder, 'join')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, session.id), '', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return submitters(session.state).filter(({ entered }) => !entered).length
}
