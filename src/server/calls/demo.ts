import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { submitters } from '#domain/bids.ts'
import type { OpenSession } from '../transport/handler.ts'

/**
 * Asks the demo's simulated bidders to take part in a section: a note in the demo folder that they watch. Answers
 * how many of them will: whoever has entered by now is played by somebody else.
 */
export async function askToJoin(demoFolder: string, session: OpenSession): Promise<number> {
  const folder = join(demoFolder, 'join')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, session.id), '')
  return submitters(session.state).filter(({ entered }) => !entered).length
}
